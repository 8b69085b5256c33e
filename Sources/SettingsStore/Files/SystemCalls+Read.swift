import Glibc

extension SystemCalls {
    /// Whether an open file holds just this text: compared piece by piece as it is read, in memory that stays in the
    /// processor's cache.
    ///
    /// - Parameter isFixed: it is known to be as long, and cannot become longer meanwhile (a lease is held).
    package func holds(_ file: Descriptor, _ text: StoredText, isFixed: Bool = false) throws(SystemError) -> Bool {
        try text.withBytes { bytes throws(SystemError) in try holds(file, bytes, isFixed) }
    }

    private func holds(_ file: Descriptor, _ bytes: Span<UInt8>, _ isFixed: Bool) throws(SystemError) -> Bool {
        // One more than the text: what goes on behind it is another one.
        let room = min(bytes.count + 1, 64 << 10)
        // unsafe: what is compared was filled by the read before it, and lies within the text
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
        defer { unsafe piece.deallocate() }
        var offset = 0
        while true {
            let count = try unsafe read(file, into: piece, from: Int64(offset))
            if count == 0 { return offset == bytes.count }
            guard count <= bytes.count - offset else { return false }
            let isSame = unsafe bytes.withUnsafeBytes {
                unsafe memcmp($0.baseAddress! + offset, piece.baseAddress!, count) == 0
            }
            if !isSame { return false }
            offset += count
            if isFixed && offset == bytes.count { return true }
        }
    }
}
