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
        /// Whether Infinity and NaN stand in quotes, so that every parser of JSON can read them.
        var quotesNonFinite = false

        package static let compact = Style(indent: nil, colon: Array(":".utf8), comma: Array(",".utf8))
        package static let strict: Style = {
            var style = compact
            style.quotesNonFinite = true
            return style
        }()
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
    /// Numbers that JSON does not know (Infinity, NaN) are written as JSON5 has them, since nothing else says the same,
    /// unless the style puts them in quotes.
    static func append(_ value: SettingsValue, _ style: Style, base: [UInt8] = [], to bytes: inout [UInt8]) {
        // Without recursion: values may be nested as deep as a document allows.
        var open: [Open] = []
        var value = value
        var inner = base
        while true {
            switch value {
            case .null: bytes += "null".utf8
            case .bool(let value): bytes += (value ? "true" : "false").utf8
            case .number(let number):
                if let literal = number.jsonLiteral {
                    bytes += literal.utf8
                } else if style.quotesNonFinite {
                    appendQuoted(SettingsNumber(number.double ?? .nan).literal, to: &bytes)
                } else {
                    bytes += number.literal.utf8
                }
            case .string(let string): appendQuoted(string, to: &bytes)
            case .array, .object:
                let container = Open(value, style, base: inner)
                bytes.append(container.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                open.append(container)
            }
            while open.last?.isAtEnd == true { open.removeLast().close(style, &bytes) }
            if open.isEmpty { return }
            value = open[open.count - 1].next(style, &bytes)
            inner = open[open.count - 1].inner
        }
    }

    /// A container that is being written.
    private struct Open {
        var isObject: Bool
        private var elements: [SettingsValue] = []
        private var members: [SettingsObject.Member] = []
        private var position = 0
        private let count: Int
        private let isMultiline: Bool
        private let base: [UInt8]
        /// The indentation of its children.
        let inner: [UInt8]

        init(_ value: SettingsValue, _ style: Style, base: [UInt8]) {
            isObject = false
            var indent = style.indent
            if case .array(let elements) = value {
                self.elements = elements
                count = elements.count
                if style.inlinesScalars, elements.allSatisfy(\.isScalar) { indent = nil }
            } else {
                isObject = true
                members = value.object?.members ?? []
                count = members.count
            }
            isMultiline = indent != nil
            self.base = base
            inner = base + (indent ?? [])
        }

        var isAtEnd: Bool { position == count }

        /// The next child, with what stands before it written.
        mutating func next(_ style: Style, _ bytes: inout [UInt8]) -> SettingsValue {
            defer { position += 1 }
            if isMultiline {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += style.newline
                bytes += inner
            } else if position > 0 {
                bytes += style.comma
            } else if isObject {
                bytes += style.padding
            }
            guard isObject else { return elements[position] }
            appendQuoted(members[position].key, to: &bytes)
            bytes += style.colon
            return members[position].value
        }

        func close(_ style: Style, _ bytes: inout [UInt8]) {
            if isMultiline, count > 0 {
                bytes += style.newline
                bytes += base
            } else if isObject, count > 0 {
                bytes += style.padding
            }
            bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }
}

extension SettingsValue {
    /// The value as JSON on one line, without spaces. Infinity and NaN are as JSON5 has them.
    public var jsonText: String { jsonText(.compact) }

    /// The value as JSON on one line that every parser of JSON reads: Infinity and NaN are the strings `"Infinity"`,
    /// `"-Infinity"` and `"NaN"`.
    package var strictJSONText: String { jsonText(.strict) }

    /// The value as JSON with one member a line, indented by two spaces, without a newline at the end.
    /// Infinity and NaN are as JSON5 has them.
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
