/// A settings-like text: sections of nested objects with strings, numbers, booleans and short lists, indented.
enum SyntaxSample {
    /// A text of about so many bytes.
    static func bytes(size: Int) -> [UInt8] {
        var text = "{\n  \"name\": \"sample\",\n  \"version\": 3,\n  \"services\": [\n"
        var index = 0
        while text.utf8.count < size - 400 || index == 0 {
            if index > 0 { text += ",\n" }
            text += """
                    {
                      "id": "service-\(index)",
                      "host": "node\(index % 100).example.internal",
                      "port": \(8000 + index % 1000),
                      "enabled": \(index % 3 != 0),
                      "weight": \(Double(index % 97) / 8),
                      "description": "Handles requests of group \(index % 17) and hands them on",
                      "limits": {
                        "connections": \(100 + index % 900),
                        "timeout": 2.5,
                        "retries": \(index % 5)
                      },
                      "tags": ["blue", "zone-\(index % 7)", "tier-\(index % 3)"]
                    }
                """
            index += 1
        }
        return Array((text + "\n  ]\n}\n").utf8)
    }

    /// One object with so many members.
    static func wideObject(members: Int) -> [UInt8] {
        var text = "{\n"
        for index in 0..<members { text += "  \"member-\(index)\": \(index * 7),\n" }
        return Array((text + "  \"last\": 0\n}\n").utf8)
    }
}
