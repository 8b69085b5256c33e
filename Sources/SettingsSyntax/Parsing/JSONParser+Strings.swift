extension JSONParser {
    /// The bytes of a word at which a plain scan must stop: the quote, a backslash, a control character, a byte beyond
    /// ASCII. The lowest bit set is exact; those above it may be false.
    @inline(__always)
    private static func stops(_ word: UInt64, _ quotes: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ quotes
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let control = word &- 0x2020_2020_2020_2020
        let found = (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | control & ~word | word
        return found & high
    }

    /// Eight double quotes.
    static let doubleQuotes: UInt64 = 0x2222_2222_2222_2222

    /// The offset of the first byte from `start` on that is not plain content of a string.
    @inline(__always)
    static func scanPlain(_ source: SourceBytes, _ start: Int, _ quotes: UInt64) -> Int {
        var offset = start
        while true {
            let stops = Self.stops(source.word(at: offset), quotes)
            if stops != 0 { return offset &+ stops.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
    }

    /// The same for a key in double quotes, with the hash of what lies before that byte.
    @inline(__always)
    static func scanPlainKey(_ source: SourceBytes, _ start: Int, _ seed: UInt64, _ hash: inout UInt32) -> Int {
        var offset = start
        var state = KeyHash(seed: seed)
        while true {
            let word = source.word(at: offset)
            let stops = Self.stops(word, doubleQuotes)
            if stops != 0 {
                let bits = stops.trailingZeroBitCount & ~7
                hash = state.finish(word & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1))
                return offset &+ bits &>> 3
            }
            state.combine(word)
            offset &+= 8
        }
    }

    /// Scans a key on from `start`; returns the offset of the closing quote, or -1.
    @inline(never)
    mutating func scanRareKey(
        from start: Int, _ content: Int, quote: UInt8, _ flags: inout TapeNode.Flags, _ hash: inout UInt32
    ) -> Int {
        let close = scanRareString(from: start, content, quote: quote, &flags)
        if close >= 0 { hash = hashOfContent(content..<close, flags) }
        return close
    }

    /// The hash of the content of a key that a plain scan could not see to the end.
    func hashOfContent(_ range: Range<Int>, _ flags: TapeNode.Flags) -> UInt32 {
        guard flags.contains(.escaped) else { return KeyHash.of(source, range) }
        let content = Unescaping.content(of: source, range, identifier: flags.contains(.unquoted))
        return unsafe content.withUnsafeBufferPointer { unsafe KeyHash.of($0) }  // The array outlives the call.
    }

    /// Scans on from `start` with everything that a string can hold.
    @inline(never)
    mutating func scanRareString(
        from start: Int, _ content: Int, quote: UInt8, _ flags: inout TapeNode.Flags
    ) -> Int {
        let quotes = UInt64(quote) &* 0x0101_0101_0101_0101
        var offset = start
        while true {
            let byte = source[offset]
            if byte >= 0x80 {
                let length = UTF8Validation.length(source, offset)
                if length == 0 {
                    fail(.invalidUTF8, offset)
                    return -1
                }
                offset += length
                if source[offset] >= 0x80 { continue }
            } else if byte == quote {
                return offset
            } else if byte == UInt8(ascii: "\\") {
                flags.insert(.escaped)
                offset = scanEscape(offset, content: content)
                if offset < 0 { return -1 }
            } else if byte < 0x20 {
                if byte == 0x09, json5 {
                    offset += 1
                } else {
                    failControlCharacter(offset, content: content)
                    return -1
                }
            }
            while true {
                let stops = Self.stops(source.word(at: offset), quotes)
                if stops != 0 {
                    offset += stops.trailingZeroBitCount >> 3
                    break
                }
                offset += 8
            }
        }
    }

    private mutating func failControlCharacter(_ offset: Int, content: Int) {
        let byte = source[offset]
        if byte == 0x0A || byte == 0x0D || byte == 0 && offset >= source.count {
            fail(.unterminatedString, offset, other: content - 1)
        } else if byte == 0 {
            fail(.zeroByte, offset)
        } else {
            fail(.controlCharacter, offset)
        }
    }

    /// Steps over the escape that begins with the backslash at `offset`, or returns -1.
    private mutating func scanEscape(_ offset: Int, content: Int) -> Int {
        let letter = source[offset + 1]
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return offset + 2
        case UInt8(ascii: "u"):
            return scanUnicodeEscape(offset)
        default:
            break
        }
        guard json5 else {
            fail(
                letter == 0 && offset + 1 >= source.count ? .unterminatedString : .badEscape, offset, other: content - 1
            )
            return -1
        }
        switch letter {
        case UInt8(ascii: "x"):
            if Unescaping.hex(source, offset + 2, digits: 2) == nil {
                fail(.badHexEscape, offset)
                return -1
            }
            return offset + 4
        case UInt8(ascii: "0") where !(0x30...0x39).contains(source[offset + 2]):
            return offset + 2
        case 0x0D:
            return source[offset + 2] == 0x0A ? offset + 3 : offset + 2
        case 0x30...0x39:
            fail(.badEscape, offset, other: content - 1)
            return -1
        case 0x0A, 0x20...0x7F:
            return offset + 2
        case 0x80...:
            return offset + 1  // The scalar itself: it is validated as any other.
        default:
            if letter == 0x09 { return offset + 2 }
            failControlCharacter(offset + 1, content: content)
            return -1
        }
    }

    /// `\uXXXX`, and where it is the first half of a pair, the second too.
    private mutating func scanUnicodeEscape(_ offset: Int) -> Int {
        guard let unit = Unescaping.hex(source, offset + 2, digits: 4) else {
            fail(.badHexEscape, offset)
            return -1
        }
        guard unit & 0xF800 == 0xD800 else { return offset + 6 }
        if unit & 0xFC00 == 0xD800, source[offset + 6] == UInt8(ascii: "\\"), source[offset + 7] == UInt8(ascii: "u"),
            let low = Unescaping.hex(source, offset + 8, digits: 4), low & 0xFC00 == 0xDC00
        {
            return offset + 12
        }
        fail(.loneSurrogate, offset)
        return -1
    }
}
