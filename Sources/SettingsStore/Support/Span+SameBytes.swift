import Glibc

extension Span where Element == UInt8 {
    /// Whether both are the same, compared many bytes at a time.
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // unsafe: both are compared over their common length, within the calls that lend them
        return unsafe withUnsafeBytes { own in
            unsafe other.withUnsafeBytes { other in
                unsafe own.isEmpty || memcmp(own.baseAddress!, other.baseAddress!, own.count) == 0
            }
        }
    }
}
