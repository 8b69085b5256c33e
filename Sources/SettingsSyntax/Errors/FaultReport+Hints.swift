/// What may have been meant.
extension FaultReport {
    private static let quotes = "text stands in double quotes"

    /// For a word where a value is expected.
    func hint(forWord word: String) -> String? {
        switch word.lowercased() {
        case "true", "false", "null": return "write \(word.lowercased())"
        case "none", "nil", "undefined", "nan", "~": return "write null, or leave the key out"
        case "yes", "on": return "write true"
        case "no", "off": return "write false"
        default: break
        }
        guard word.first?.isLetter == true else { return nil }
        let known = ["true", "false", "null"] + (format == .json5 ? ["Infinity", "NaN"] : [])
        guard let nearest = nearestSpelling(of: word, among: known) else { return Self.quotes }
        return "did you mean \(nearest)? \(Self.quotes)"
    }

    /// For what is joined to the end of the value before it; nil where it is not.
    func hint(forJoined token: Range<Int>) -> String? {
        let offset = token.lowerBound
        guard offset > 0, offset < source.count, isWordByte(source[offset]) else { return nil }
        let before = source[offset - 1]
        if before == UInt8(ascii: "\"") || before == UInt8(ascii: "'") {
            return "a quote within a string is written \\\(visible(offset - 1..<offset))"
        }
        guard isWordByte(before) else { return nil }
        var start = offset
        while start > 0, isWordByte(source[start - 1]) { start -= 1 }
        let value = visible(start..<offset)
        if ["true", "false", "null", "Infinity", "NaN"].contains(value) {
            return "did you mean \(value)? \(Self.quotes)"
        }
        return "'\(visible(token))' does not belong to a number; \(Self.quotes)"
    }

    /// For a value behind another, or a member behind another.
    func hint(forNext token: Range<Int>, inObject: Bool) -> String {
        let comma = "a comma is missing before it"
        if !inObject { return comma }
        var following = token.upperBound
        while [0x20, 0x09, 0x0A, 0x0D].contains(source[following]) { following += 1 }
        if source[following] == UInt8(ascii: ":") { return comma }
        // On a line of its own it is the next member, however wrong.
        var before = token.lowerBound
        while before > 0, [0x20, 0x09].contains(source[before - 1]) { before -= 1 }
        if before > 0, source[before - 1] == 0x0A || source[before - 1] == 0x0D { return comma }
        return "a key has one value: \(Self.quotes), several values in [ ]"
    }
}
