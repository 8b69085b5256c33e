/// Well-formed UTF-8, as Unicode's table 3-7 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Validation {
    /// The length of the scalar of two or more bytes at an offset, or 0 where it is not well formed.
    @inline(__always)
    static func length(_ source: SourceBytes, _ offset: Int) -> Int {
        let lead = source[offset]
        let second = source[offset + 1]
        switch lead {
        case 0xC2...0xDF:
            return second & 0xC0 == 0x80 ? 2 : 0
        case 0xE0...0xEF:
            guard second & 0xC0 == 0x80, source[offset + 2] & 0xC0 == 0x80 else { return 0 }
            if lead == 0xE0, second < 0xA0 { return 0 }
            if lead == 0xED, second > 0x9F { return 0 }
            return 3
        case 0xF0...0xF4:
            guard second & 0xC0 == 0x80, source[offset + 2] & 0xC0 == 0x80, source[offset + 3] & 0xC0 == 0x80 else {
                return 0
            }
            if lead == 0xF0, second < 0x90 { return 0 }
            if lead == 0xF4, second > 0x8F { return 0 }
            return 4
        default:
            return 0
        }
    }
}
