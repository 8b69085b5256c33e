/// The name of an entry in a directory, as a 64-bit hash of its bytes.
///
/// Events arrive as bytes in the library's buffer, thousands of them for names that concern nobody; a hash compares
/// without making a `String` of each. Two names that share a hash cost a look too many and nothing else.
package struct EntryName: Sendable, Hashable {
    package let hash: UInt64

    /// Hashes the bytes up to the first zero, or all of them.
    package init(_ bytes: borrowing Span<UInt8>) {
        // FNV-1a: names are short, and the result is hashed again, with a seed, by the dictionary.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == 0 { break }
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        self.hash = hash
    }

    package init(_ name: String) {
        let bytes = Array(name.utf8)
        self.init(bytes.span)
    }
}
