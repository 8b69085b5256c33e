/// Keys that all have one hash, for a hash that multiplies each eight-byte word with a known number and starts from a
/// known beginning: what somebody would write who knows the library's source but not the process.
enum CollidingKeys {
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// `count` different keys of 16 printable characters.
    static func make(_ count: Int) -> [String] {
        // Going backwards from the hash: the words that a second word must undo, by the bits that decide whether it can
        // be printed.
        let inverse = inverseOfFactor
        var generator = Generator()
        var firsts: [UInt64: [(word: UInt64, state: UInt64)]] = [:]
        for _ in 0..<16_000 {
            let word = printableWord(&generator)
            let state = folded(word &* factor)
            firsts[state & 0x8080_8080_8080_8080, default: []].append((word, state))
        }
        var keys: [String] = []
        for _ in 0..<16_000 where keys.count < count {
            // Both halves alike: folded, and with the empty rest behind it, it is the hash 0.
            let half = generator.next() & 0xFFFF_FFFF
            let beforeRest = (half << 32 | half) &* inverse
            let wanted = folded(beforeRest) &* inverse
            for first in firsts[wanted & 0x8080_8080_8080_8080] ?? [] {
                let second = wanted ^ first.state
                if isPrintable(second) { keys.append(text(first.word) + text(second)) }
            }
        }
        return Array(keys.prefix(count))
    }

    static func plainHash(_ key: String) -> UInt32 {
        var state: UInt64 = 0
        let bytes = Array(key.utf8)
        for start in stride(from: 0, through: bytes.count, by: 8) {
            var word: UInt64 = 0
            for (shift, byte) in bytes[start..<min(start + 8, bytes.count)].enumerated() {
                word |= UInt64(byte) << UInt64(8 * shift)
            }
            state = folded((state ^ word) &* factor)
        }
        return UInt32(truncatingIfNeeded: state)
    }

    private static func folded(_ value: UInt64) -> UInt64 { value ^ value >> 32 }

    private static var inverseOfFactor: UInt64 {
        // Newton: each step doubles the bits that are right.
        var inverse = factor
        for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
        return inverse
    }

    private static func isPrintable(_ word: UInt64) -> Bool {
        (0..<8).allSatisfy { shift in
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))
            return byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
        }
    }

    private static func printableWord(_ generator: inout Generator) -> UInt64 {
        var word: UInt64 = 0
        let random = generator.next()
        for shift in stride(from: UInt64(0), to: 64, by: 8) { word |= (0x40 | random >> shift & 0x1F) << shift }
        // The underscore's place of the alphabet, not the backslash.
        for shift in stride(from: UInt64(0), to: 64, by: 8) where word >> shift & 0xFF == 0x5C { word ^= 1 << shift }
        return word
    }

    private static func text(_ word: UInt64) -> String {
        String(decoding: (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }, as: UTF8.self)
    }

    private struct Generator {
        var state: UInt64 = 1
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}
