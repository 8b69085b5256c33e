extension JSONParser {
    /// A value that does not begin as one of RFC 8259's does: a string in single quotes or a number; returns the offset
    /// behind it, or -1.
    @inline(never)
    mutating func scanRareValue(_ start: Int, _ flags: inout TapeNode.Flags) -> Int {
        switch source[start] {
        case UInt8(ascii: "'") where json5:
            let close = scanRareString(from: start + 1, start + 1, quote: UInt8(ascii: "'"), &flags)
            return close < 0 ? -1 : close + 1
        case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"):
            if json5 { return scanRareNumber(start, &flags) }
        default: break
        }
        fail(.expectedValue, start)
        return -1
    }

    /// A key that does not begin with a double quote; returns the offset behind it, or -1.
    @inline(never)
    mutating func parseRareKey(_ start: Int, _ flags: inout TapeNode.Flags, _ hash: inout UInt32) -> Int {
        guard json5 else {
            fail(.expectedKey, start)
            return -1
        }
        if source[start] == UInt8(ascii: "'") {
            let close = scanRareKey(
                from: start + 1, start + 1, quote: UInt8(ascii: "'"), &flags, &hash)
            return close < 0 ? -1 : close + 1
        }
        flags.insert(.unquoted)
        var offset = start
        while true {
            let length = identifierScalar(offset, isFirst: offset == start, &flags)
            if length < 0 { return -1 }
            if length == 0 { break }
            offset += length
        }
        if offset == start {
            fail(.expectedKey, start)
            return -1
        }
        hash = hashOfContent(start..<offset, flags)
        return offset
    }

    /// The length of the scalar of an identifier at an offset: 0 where the identifier ends, -1 at a fault.
    private mutating func identifierScalar(_ offset: Int, isFirst: Bool, _ flags: inout TapeNode.Flags) -> Int {
        let byte = source[offset]
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "$"),
            UInt8(ascii: "_"):
            return 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            return isFirst ? 0 : 1
        case UInt8(ascii: "\\"):
            flags.insert(.escaped)
            guard source[offset + 1] == UInt8(ascii: "u"),
                let value = Unescaping.hex(source, offset + 2, digits: 4)
            else {
                fail(.badHexEscape, offset)
                return -1
            }
            guard let scalar = Unicode.Scalar(UInt32(value)), Self.isIdentifier(scalar, isFirst: isFirst) else {
                fail(.badIdentifier, offset)
                return -1
            }
            return 6
        case 0x80...:
            let length = UTF8Validation.length(source, offset)
            if length == 0 {
                fail(.invalidUTF8, offset)
                return -1
            }
            let text = source.string(offset..<offset + length)
            return Self.isIdentifier(text.unicodeScalars.first!, isFirst: isFirst) ? length : 0
        default:
            return 0
        }
    }

    /// ECMAScript 5.1's IdentifierStart and IdentifierPart.
    static func isIdentifier(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            true
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
            !isFirst || scalar == "_"
        default:
            scalar == "$" || !isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}")
        }
    }
}
