/// The hash of a key, over the eight-byte words of its unescaped UTF-8, the last one filled up with zeros.
///
/// It begins with a number that differs from process to process, and each word goes through both halves of a product, so
/// that nobody can write a file whose keys all fall on one place and make looking them up take the square of their
/// number.
@usableFromInline
struct KeyHash {
    /// This process's beginning.
    static let seed = UInt64.random(in: .min ... .max)

    private var state: UInt64

    @inline(__always)
    init(seed: UInt64) { state = seed }

    @inline(__always)
    mutating func combine(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        state = product.high ^ product.low
    }

    /// The hash, `last` being the bytes after the last whole word (none of them: 0).
    @inline(__always)
    mutating func finish(_ last: UInt64) -> UInt32 {
        combine(last)
        return UInt32(truncatingIfNeeded: state)
    }

    /// The hash of a stretch of bytes that hold no escape.
    static func of(_ source: SourceBytes, _ range: Range<Int>) -> UInt32 {
        var hash = KeyHash(seed: seed)
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            hash.combine(source.word(at: offset))
            offset += 8
        }
        let rest = UInt64(range.upperBound - offset)
        return hash.finish(source.word(at: offset) & ((1 << (rest * 8)) &- 1))
    }

    /// The hash of bytes that are not in a document.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64 = seed) -> UInt32 {
        var hash = KeyHash(seed: seed)
        var offset = 0
        while offset + 8 <= bytes.count {
            // Within the buffer by the test above.
            let raw = unsafe UnsafeRawPointer(bytes.baseAddress! + offset)
            hash.combine(unsafe UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)))
            offset += 8
        }
        var last: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.count {
            unsafe last |= UInt64(bytes[offset]) << shift  // Within the buffer by the loop's condition.
            shift += 8
            offset += 1
        }
        return hash.finish(last)
    }
}
