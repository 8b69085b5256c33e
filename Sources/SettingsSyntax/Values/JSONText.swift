/// Values as plain JSON.
package enum JSONText {
    /// How containers are laid out.
    package struct Style: Sendable {
        /// Text of one step of indentation, or nil where everything stands on one line.
        var indent: [UInt8]?
        var newline: [UInt8] = [0x0A]
        /// Between a key and its value, the colon included.
        var colon: [UInt8]
        /// Between two members on one line, the comma included.
        var comma: [UInt8]
        /// Within the brackets of an object on one line.
        var padding: [UInt8] = []
        /// Whether arrays of scalars stay on one line.
        var inlinesScalars = false

        package static let compact = Style(indent: nil, colon: Array(":".utf8), comma: Array(",".utf8))
        package static let pretty = Style(indent: Array("  ".utf8), colon: Array(": ".utf8), comma: Array(", ".utf8))
    }

    /// A string with its quotes and escapes: only what JSON demands is escaped.
    package static func quoted(_ string: String) -> String {
        var bytes: [UInt8] = []
        appendQuoted(string, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func appendQuoted(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\\"): bytes += [byte, byte]
            case 0x08: bytes += Array("\\b".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0C: bytes += Array("\\f".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0x00..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a value. `base` is the indentation of the line that it begins on.
    ///
    /// Numbers that JSON does not know (Infinity, NaN) are written as JSON5 has them, since nothing else says the same.
    static func append(_ value: SettingsValue, _ style: Style, base: [UInt8] = [], to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes += Array("null".utf8)
        case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
        case .number(let number): bytes += Array((number.jsonLiteral ?? number.literal).utf8)
        case .string(let string): appendQuoted(string, to: &bytes)
        case .array(let elements):
            var style = style
            if style.inlinesScalars, elements.allSatisfy(\.isScalar) { style.indent = nil }
            appendContainer("[", "]", elements.count, style, base, to: &bytes) { index, inner, bytes in
                append(elements[index], style, base: inner, to: &bytes)
            }
        case .object(let object):
            let members = object.members
            appendContainer("{", "}", members.count, style, base, to: &bytes) { index, inner, bytes in
                appendQuoted(members[index].key, to: &bytes)
                bytes += style.colon
                append(members[index].value, style, base: inner, to: &bytes)
            }
        }
    }

    private static func appendContainer(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ count: Int, _ style: Style, _ base: [UInt8],
        to bytes: inout [UInt8], _ item: (Int, [UInt8], inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        defer { bytes.append(UInt8(ascii: close)) }
        if count == 0 { return }
        let padding = open == "{" ? style.padding : []
        let inner = style.indent.map { base + $0 } ?? base
        for index in 0..<count {
            if style.indent != nil {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += style.newline + inner
            } else {
                bytes += index > 0 ? style.comma : padding
            }
            item(index, inner, &bytes)
        }
        bytes += style.indent != nil ? style.newline + base : padding
    }
}

extension SettingsValue {
    /// The value as JSON on one line, without spaces.
    public var jsonText: String { jsonText(.compact) }

    /// The value as JSON with one member a line, indented by two spaces, without a newline at the end.
    public var prettyJSONText: String { jsonText(.pretty) }

    private func jsonText(_ style: JSONText.Style) -> String {
        var bytes: [UInt8] = []
        JSONText.append(self, style, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SettingsValue: CustomStringConvertible {
    public var description: String { jsonText }
}
