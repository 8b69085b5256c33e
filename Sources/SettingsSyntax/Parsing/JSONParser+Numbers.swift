extension JSONParser {
    /// 1024 bits, as many as the largest `Double` has. The decimal digits of longer ones would take more time than their
    /// length is worth: that grows with its square.
    static let maximumHexadecimalDigits = 256

    /// Scans the number at `start`; returns the offset behind it, or -1.
    @inline(__always)
    mutating func scanNumber(_ source: SourceBytes, _ start: Int, _ flags: inout TapeNode.Flags) -> Int {
        var offset = start
        if source[offset] == UInt8(ascii: "-") { offset &+= 1 }
        let first = source[offset]
        if first &- 0x31 <= 8 {
            repeat { offset &+= 1 } while source[offset] &- 0x30 <= 9
        } else if first == 0x30 {
            offset &+= 1
            if source[offset] &- 0x30 <= 9 || source[offset] | 0x20 == UInt8(ascii: "x") {
                return scanRareNumber(start, &flags)
            }
        } else {
            return scanRareNumber(start, &flags)
        }
        let following = source[offset]
        if following != UInt8(ascii: "."), following | 0x20 != UInt8(ascii: "e") {
            flags = .plainInteger
            return offset
        }
        return scanFraction(start, offset, &flags)
    }

    /// The rest of a number from its point or its exponent on.
    private mutating func scanFraction(_ start: Int, _ end: Int, _ flags: inout TapeNode.Flags) -> Int {
        var offset = end
        if source[offset] == UInt8(ascii: ".") {
            offset += 1
            let digits = offset
            while source[offset] &- 0x30 <= 9 { offset += 1 }
            if offset == digits {
                if !json5 {
                    fail(.badNumber, offset, other: start)
                    return -1
                }
                flags.insert(.json5Number)
            }
        }
        if source[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if source[offset] == UInt8(ascii: "+") || source[offset] == UInt8(ascii: "-") { offset += 1 }
            let digits = offset
            while source[offset] &- 0x30 <= 9 { offset += 1 }
            if offset == digits {
                fail(.badNumber, offset, other: start)
                return -1
            }
        }
        return offset
    }

    /// Numbers that only JSON5 knows, and those that nobody does.
    @inline(never)
    mutating func scanRareNumber(_ start: Int, _ flags: inout TapeNode.Flags) -> Int {
        var offset = start
        if source[offset] == UInt8(ascii: "-") || source[offset] == UInt8(ascii: "+") { offset += 1 }
        let first = source[offset]
        if first == 0x30, source[offset + 1] &- 0x30 <= 9 {
            fail(.leadingZero, offset, other: start)
            return -1
        }
        guard json5 else {
            fail(
                first == 0x30 || start == offset ? .badNumber : .expectedValue, first == 0x30 ? offset + 1 : start,
                other: start)
            return -1
        }
        flags.insert(.json5Number)
        if first == 0x30, source[offset + 1] | 0x20 == UInt8(ascii: "x") {
            offset += 2
            let digits = offset
            while Unescaping.hexDigit(source[offset]) != nil { offset += 1 }
            if offset == digits {
                fail(.badNumber, offset, other: start)
                return -1
            }
            var significant = digits
            while source[significant] == 0x30 { significant += 1 }
            if offset - significant > Self.maximumHexadecimalDigits {
                fail(.longHexadecimal, start, other: offset - significant)
                return -1
            }
            return offset
        }
        if first &- 0x30 <= 9 {
            repeat { offset += 1 } while source[offset] &- 0x30 <= 9
            return scanFraction(start, offset, &flags)
        }
        if first == UInt8(ascii: "."), source[offset + 1] &- 0x30 <= 9 { return scanFraction(start, offset, &flags) }
        if matchesWord("Infinity", offset) { return offset + 8 }
        if matchesWord("NaN", offset) { return offset + 3 }
        fail(offset == start ? .expectedValue : .badNumber, offset, other: start)
        return -1
    }

    private func matchesWord(_ word: StaticString, _ offset: Int) -> Bool {
        // A static string's bytes live as long as the program.
        for index in 0..<word.utf8CodeUnitCount where unsafe source[offset + index] != word.utf8Start[index] {
            return false
        }
        return true
    }
}
