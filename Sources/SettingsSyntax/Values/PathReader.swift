/// Reads the dotted form of a path.
struct PathReader {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    static func error(_ text: String, _ position: Int, _ message: String) -> SettingsError {
        let shown = SettingsError.printable(text)
        return SettingsError(
            .invalidPath, "\(JSONText.quoted(text)) is not a key path: \(message), at character \(position + 1)",
            excerpt: shown + "\n" + String(repeating: " ", count: position) + "^",
            hint: "keys are parted by dots, positions stand in brackets, other keys in double quotes: "
                + "servers[0].\"a.b\"")
    }

    mutating func components() throws(SettingsError) -> [SettingsPath.Component] {
        var components: [SettingsPath.Component] = []
        if scalars.isEmpty { return [] }
        var mayBeBracket = true
        while true {
            if mayBeBracket, peek == "[" {
                components.append(try bracketed())
            } else {
                components.append(.key(try key()))
            }
            switch peek {
            case nil: return components
            case ".":
                position += 1
                mayBeBracket = false
            case "[": mayBeBracket = true
            default: throw fail("expected '.' or '['")
            }
        }
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func fail(_ message: String) -> SettingsError { Self.error(text, position, message) }

    private mutating func key() throws(SettingsError) -> String {
        if peek == "\"" { return try quoted() }
        var key = ""
        while let scalar = peek, scalar != ".", scalar != "[" {
            if scalar == "]" || scalar == "\"" { throw fail("a key with '\(scalar)' in it stands in double quotes") }
            key.unicodeScalars.append(scalar)
            position += 1
        }
        if key.isEmpty { throw fail("a key is missing (the empty key is written \"\")") }
        return key
    }

    private mutating func bracketed() throws(SettingsError) -> SettingsPath.Component {
        position += 1
        if peek == "\"" {
            let key = try quoted()
            try closeBracket()
            return .key(key)
        }
        let start = position
        var digits = ""
        while let scalar = peek, ("0"..."9").contains(scalar) {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        guard let index = SettingsPath.position(digits) else {
            position = start
            throw fail("expected a position, a whole number from 0, or a key in double quotes")
        }
        try closeBracket()
        return .index(index)
    }

    private mutating func closeBracket() throws(SettingsError) {
        if peek != "]" { throw fail("expected ']'") }
        position += 1
    }

    private mutating func quoted() throws(SettingsError) -> String {
        let start = position
        position += 1
        var key = ""
        while let scalar = peek {
            position += 1
            switch scalar {
            case "\"": return key
            case "\\": key.unicodeScalars.append(try escape())
            default: key.unicodeScalars.append(scalar)
            }
        }
        position = start
        throw fail("the quotes are not closed")
    }

    private mutating func escape() throws(SettingsError) -> Unicode.Scalar {
        guard let letter = peek else { throw fail("the quotes are not closed") }
        position += 1
        switch letter {
        case "\"", "\\", "/": return letter
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let unit = try unit()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            if unit & 0xFC00 == 0xD800, peek == "\\" {
                position += 1
                if peek == "u" {
                    position += 1
                    let low = try self.unit()
                    if low & 0xFC00 == 0xDC00 {
                        return Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF))!
                    }
                }
            }
            throw fail("half of a surrogate pair is no character")
        default:
            position -= 1
            throw fail("'\\\(letter)' is no escape (a backslash itself is written \\\\)")
        }
    }

    private mutating func unit() throws(SettingsError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = peek, scalar.isASCII, let digit = Unescaping.hexDigit(UInt8(scalar.value)) else {
                throw fail("expected four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
