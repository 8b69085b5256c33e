extension JSONParser {
    /// Steps over white space and comments. At a fault returns the end of the text, where nothing is expected.
    @inline(__always)
    mutating func skipTrivia(_ source: SourceBytes, _ start: Int) -> Int {
        var offset = start
        while true {
            let byte = source[offset]
            if byte > 0x20 {
                if byte == UInt8(ascii: "/") || byte >= 0x80 { return skipRareTrivia(offset) }
                return offset
            }
            if byte == 0x0A {
                // The indentation of the next line, eight spaces at a time.
                offset &+= 1
                while true {
                    let others = source.word(at: offset) ^ 0x2020_2020_2020_2020
                    if others != 0 {
                        offset &+= others.trailingZeroBitCount &>> 3
                        break
                    }
                    offset &+= 8
                }
            } else if byte == 0x20 || byte == 0x0D || byte == 0x09 {
                offset &+= 1
            } else {
                return skipRareTrivia(offset)
            }
        }
    }

    /// The same with comments and the white space that only JSON5 knows.
    @inline(never)
    private mutating func skipRareTrivia(_ start: Int) -> Int {
        var offset = start
        while true {
            switch source[offset] {
            case 0x20, 0x0A, 0x0D, 0x09:
                offset += 1
            case 0x0B, 0x0C:
                if !json5 { return offset }
                offset += 1
            case UInt8(ascii: "/"):
                let following = source[offset + 1]
                guard following == UInt8(ascii: "/") || following == UInt8(ascii: "*") else { return offset }
                if !json5 {
                    fail(.commentInJSON, offset)
                    return source.count
                }
                let end = following == UInt8(ascii: "/") ? skipLineComment(offset) : skipBlockComment(offset)
                if end < 0 { return source.count }
                offset = end
            case 0x80...:
                let length = json5 ? Self.rareSpace(source, offset) : 0
                if length == 0 { return offset }
                offset += length
            default:
                return offset
            }
        }
    }

    /// Returns the offset of the line's end, or -1.
    private mutating func skipLineComment(_ start: Int) -> Int {
        var offset = start + 2
        while true {
            let byte = source[offset]
            if byte == 0x0A || byte == 0x0D { return offset }
            if byte == 0xE2, source[offset + 1] == 0x80, source[offset + 2] & 0xFE == 0xA8 { return offset }
            if byte == 0, offset >= source.count { return offset }
            offset = stepOverCommentScalar(offset)
            if offset < 0 { return -1 }
        }
    }

    /// Returns the offset behind the comment, or -1.
    private mutating func skipBlockComment(_ start: Int) -> Int {
        var offset = start + 2
        while true {
            let byte = source[offset]
            if byte == UInt8(ascii: "*"), source[offset + 1] == UInt8(ascii: "/") { return offset + 2 }
            if byte == 0, offset >= source.count {
                fail(.unterminatedComment, offset, other: start)
                return -1
            }
            offset = stepOverCommentScalar(offset)
            if offset < 0 { return -1 }
        }
    }

    private mutating func stepOverCommentScalar(_ offset: Int) -> Int {
        let byte = source[offset]
        if byte < 0x80 {
            if byte == 0 {
                fail(.zeroByte, offset)
                return -1
            }
            return offset + 1
        }
        let length = UTF8Validation.length(source, offset)
        if length == 0 {
            fail(.invalidUTF8, offset)
            return -1
        }
        return offset + length
    }

    /// The length of a white space scalar beyond ASCII: no-break space, byte order mark, line and paragraph separator,
    /// and Unicode's space separators; 0 for anything else.
    static func rareSpace(_ source: SourceBytes, _ offset: Int) -> Int {
        switch (source[offset], source[offset + 1], source[offset + 2]) {
        case (0xC2, 0xA0, _): 2
        case (0xEF, 0xBB, 0xBF), (0xE1, 0x9A, 0x80), (0xE3, 0x80, 0x80), (0xE2, 0x81, 0x9F): 3
        case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF): 3
        default: 0
        }
    }
}
