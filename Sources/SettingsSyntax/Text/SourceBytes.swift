/// The bytes of a document, followed by 64 zero bytes, so that a scan may look ahead without a test of the bounds.
///
/// Safe to use because whoever makes one guarantees the padding and keeps the memory alive, and because every index
/// that a scan reaches lies within the padding: each scan stops at the first zero byte behind the text.
@safe
package struct SourceBytes {
    package static let padding = 64

    let base: UnsafePointer<UInt8>
    /// Bytes of the text, without the padding.
    package let count: Int

    @inline(__always)
    init(base: UnsafePointer<UInt8>, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// The byte at an offset; zero behind the text.
    @inline(__always)
    package subscript(offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count + Self.padding)
        return unsafe base[offset]  // Within the text or its padding.
    }

    /// Eight bytes from an offset, the first of them lowest.
    @inline(__always)
    package func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count + Self.padding)
        // Within the text or its padding; an unaligned load is what it says.
        return unsafe UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    }

    /// Four bytes from an offset, the first of them lowest.
    @inline(__always)
    package func halfWord(at offset: Int) -> UInt32 {
        assert(offset >= 0 && offset + 4 <= count + Self.padding)
        // As `word(at:)`.
        return unsafe UInt32(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self))
    }

    /// Part of the text as a buffer.
    @inline(__always)
    package func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Part of the text, decoded; invalid sequences become U+FFFD.
    package func string(_ range: Range<Int>) -> String {
        unsafe String(decoding: buffer(range), as: UTF8.self)  // The buffer does not leave the call.
    }

    /// A copy of part of the text.
    package func array(_ range: Range<Int>) -> [UInt8] {
        unsafe Array(buffer(range))  // The buffer does not leave the call.
    }

    /// Whether two stretches of equal length hold the same bytes.
    @inline(__always)
    func matches(_ offset: Int, _ other: SourceBytes, _ otherOffset: Int, count: Int) -> Bool {
        var done = 0
        while done + 8 <= count {
            if word(at: offset + done) != other.word(at: otherOffset + done) { return false }
            done += 8
        }
        let rest = count - done
        if rest == 0 { return true }
        let mask = (UInt64(1) << UInt64(rest * 8)) &- 1
        return (word(at: offset + done) ^ other.word(at: otherOffset + done)) & mask == 0
    }
}
