/// Texts that end too early.
extension FaultReport {
    /// Behind the last thing that shows: the end of a text for whoever looks at it.
    var visibleEnd: Int {
        var end = source.count
        while end > 0, [0x20, 0x09, 0x0A, 0x0D].contains(source[end - 1]) { end -= 1 }
        return end
    }

    /// What the text still needs: what was expected, then the brackets that close what is open.
    var missingAtEnd: String? {
        let end = significantEnd
        let last = end > 0 ? source[end - 1] : 0
        var missing: [String] = []
        switch fault.kind {
        case .expectedValue where last != UInt8(ascii: "[") && (last != UInt8(ascii: ",") || format == .json):
            missing.append("a value")
        case .expectedKey where last == UInt8(ascii: ",") && format == .json: missing.append("a member")
        case .expectedColon: missing.append("':' and a value")
        default: break
        }
        let text = SourceText(source)
        let open = structure.open.reversed()
        for bracket in open.prefix(3) {
            let place = text.location(at: bracket)
            let (opening, closing) = source[bracket] == UInt8(ascii: "{") ? ("{", "}") : ("[", "]")
            missing.append("'\(closing)' for the '\(opening)' at \(place.line):\(place.column)")
        }
        if open.count > 3 { missing.append("\(open.count - 3) more") }
        return missing.isEmpty ? nil : "missing here: " + missing.joined(separator: ", then ")
    }

    /// Behind the last byte that is neither space nor comment.
    private var significantEnd: Int { structure.end }

    /// The brackets that are open at the end, the outermost first, and where the last thing but comments ends. What
    /// stands before the end has been read without a fault.
    private var structure: (open: [Int], end: Int) {
        var open: [Int] = []
        var end = 0
        var offset = 0
        while offset < source.count {
            let byte = source[offset]
            switch byte {
            case UInt8(ascii: "/"):
                offset = commentEnd(offset)
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                offset += 1
                while offset < source.count, source[offset] != byte {
                    offset += source[offset] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(offset)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            default: break
            }
            offset += 1
            if byte > 0x20 { end = min(offset, source.count) }
        }
        return (open, end)
    }

    private func commentEnd(_ start: Int) -> Int {
        var offset = start + 2
        if source[start + 1] == UInt8(ascii: "*") {
            while offset < source.count,
                source[offset] != UInt8(ascii: "*") || source[offset + 1] != UInt8(ascii: "/")
            {
                offset += 1
            }
            return offset + 2
        }
        while offset < source.count, source[offset] != 0x0A, source[offset] != 0x0D { offset += 1 }
        return offset
    }
}
