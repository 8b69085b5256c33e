extension FaultReport {
    /// What stands at an offset, as far as it belongs together: a word, a string, or one scalar.
    func tokenRange(at offset: Int) -> Range<Int> {
        guard offset < source.count else { return source.count..<source.count }
        let byte = source[offset]
        var end = offset
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            end += 1
            while end < source.count, source[end] != byte, source[end] != 0x0A, source[end] != 0x0D {
                end += source[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return offset..<min(end + 1, source.count)
        }
        while end < source.count, isWordByte(source[end]) { end += 1 }
        return offset..<(end > offset ? end : min(offset + max(scalarLength(offset), 1), source.count))
    }

    func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    /// 1 for ASCII, the length of a well-formed longer scalar, else 0.
    func scalarLength(_ offset: Int) -> Int {
        guard offset < source.count else { return 0 }
        return source[offset] < 0x80 ? 1 : UTF8Validation.length(source, offset)
    }

    /// The found token in words.
    func found(_ token: Range<Int>) -> String {
        guard let offset = token.first, offset < source.count else { return "the end of the file" }
        let byte = source[offset]
        switch byte {
        case UInt8(ascii: "\""): return "the string \(quoted(token))"
        case 0: return "a NUL byte"
        case 0x01..<0x20, 0x7F: return "a control character (\(scalarName(offset)))"
        case 0x80... where scalarLength(offset) == 0: return "bytes that are not UTF-8 (\(byteName(offset)))"
        case UInt8(ascii: "/"): return "'/'"
        default:
            let text = visible(token)
            guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first, !scalar.isASCII else {
                return "'\(text)'"
            }
            return "'\(text)' (\(scalarName(offset)))"
        }
    }

    /// A string or word of the text in double quotes, shortened where it is long.
    func quoted(_ token: Range<Int>) -> String {
        var text = visible(token)
        if text.hasPrefix("'") && text.hasSuffix("'") && text.count > 1 { text = String(text.dropFirst().dropLast()) }
        return text.hasPrefix("\"") ? text : "\"\(text)\""
    }

    /// The key that begins at the fault's other place.
    var keyText: String { quoted(tokenRange(at: fault.other)) }

    var formatName: String { format == .json ? "JSON" : "JSON5" }

    /// Whether the text has no comment, nor anything else that shows.
    var onlySpaces: Bool {
        for offset in 0..<source.count where source[offset] == UInt8(ascii: "/") { return false }
        return true
    }

    func visible(_ range: Range<Int>) -> String {
        let range = min(range.lowerBound, source.count)..<min(range.upperBound, source.count)
        var text = ""
        var count = 0
        for scalar in source.string(range).unicodeScalars {
            if count == 40 { return text + "…" }
            text.unicodeScalars.append(scalar == "\t" ? "\u{2409}" : SourceText.visible(scalar))
            count += 1
        }
        return text
    }

    func quoteName(_ offset: Int) -> String { source[offset] == UInt8(ascii: "'") ? "'" : "\"" }

    func byteName(_ offset: Int) -> String { "byte 0x\(hex(source[offset]))" }

    /// U+XXXX of the scalar at an offset.
    func scalarName(_ offset: Int) -> String {
        let length = max(scalarLength(offset), 1)
        let value = source.string(offset..<min(offset + length, source.count)).unicodeScalars.first?.value ?? 0
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }

    func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
