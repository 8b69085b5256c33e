import SettingsSyntax
import Testing

@Suite("ScalarSplice")
struct ScalarSpliceTests {
    /// With comments, escapes, containers in containers, and an object large enough for a table.
    static let text: String = {
        var text = "\u{FEFF}// settings\r\n{ 'a': 1, \"b\" : /* two */ \"x\\\"y\",\r\n"
        text += "list: [true, null , -1.5e3,{\"in\":[[]]},],\r\n"
        for index in 0..<50 { text += "  \"key\(index)\": { \"value\": \(index), \"name\": \"n\(index)\" },\n" }
        return text + "  last: 0x1F, } // end"
    }()

    static let values: [SettingsValue] = [
        .null, false, 7, .string(""), .string("longer than what was there, and with a \" in it"),
        -123_456_789,
    ]

    @Test(
        "A scalar in the place of another gives the index that reading the text again gives",
        arguments: ["a", "b", "list[0]", "list[1]", "list[2]", "key0.value", "key31.name", "key49.value", "last"])
    func one(path: String) throws {
        for value in Self.values {
            var document = try SettingsDocument(Self.text)
            try document.set(value, at: try SettingsPath(path))
            #expect(document.isIndexedAsParsed)
            let read = try SettingsDocument(document.text)
            #expect(read.value(at: try SettingsPath(path)) == value)
            // One after the other.
            try document.set(1, at: ["last"])
            #expect(document.isIndexedAsParsed)
        }
    }

    @Test("Many at once, of every length, do too, and nothing else is changed")
    func many() throws {
        let before = try SettingsDocument(Self.text)
        var target = before
        for index in stride(from: 0, to: 50, by: 3) {
            try target.set(Self.values[index % Self.values.count], at: [.key("key\(index)"), "value"])
        }
        try target.set("z", at: ["b"])
        var edited = before
        try edited.apply(SettingsDifference(from: before, to: target))
        #expect(edited.isIndexedAsParsed)
        #expect(edited.text == target.text)
        #expect(edited.value == target.value)
    }

    @Test("The only value of a text")
    func root() throws {
        var document = try SettingsDocument("/* a */ 1 // b")
        try document.set("two", at: [])
        #expect(document.text == "/* a */ \"two\" // b")
        #expect(document.isIndexedAsParsed)
    }

    @Test("What strict JSON does not know is refused as before")
    func strict() throws {
        var document = try SettingsDocument("{\"a\":1}", format: .json)
        let error = #expect(throws: SettingsError.self) {
            try document.set(.number(SettingsNumber(Double.infinity)), at: ["a"])
        }
        #expect(error?.code == .notEncodable)
        #expect(document.text == "{\"a\":1}")
    }
}
