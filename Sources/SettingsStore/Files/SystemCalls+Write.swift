import Glibc

extension SystemCalls {
    /// Writes all of `text` from the file's beginning on, in as many calls as the kernel takes.
    package func writeAll(_ file: Descriptor, _ text: StoredText) throws(SystemError) {
        try text.withBytes { bytes throws(SystemError) in try write(file, bytes, from: 0) }
    }

    /// Makes an open file hold just `text`: what differs is written, a page at a time, and what is alike is left as it is.
    /// Something is written in any case, so that the time of it shows.
    package func writeDifferences(_ file: Descriptor, _ text: StoredText) throws(SystemError) {
        try text.withBytes { bytes throws(SystemError) in try writeDifferences(file, bytes) }
    }

    /// What the disk and the cache deal in.
    private static var page: Int { 4096 }

    private func writeDifferences(_ file: Descriptor, _ bytes: Span<UInt8>) throws(SystemError) {
        let room = min(max(bytes.count, 1), 64 << 10)
        // unsafe: what is compared was filled by the read before it
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
        defer { unsafe piece.deallocate() }
        var hasWritten = false
        var offset = 0
        var isAtEnd = false
        while offset < bytes.count {
            let end = min(offset + room, bytes.count)
            var held = 0
            while !isAtEnd, held < end - offset {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: piece[held..<end - offset])
                let count = try unsafe read(file, into: rest, from: Int64(offset + held))
                isAtEnd = count == 0
                held += count
            }
            // Of the pages that differ, as many as lie side by side in one call.
            var start: Int?
            var page = offset
            while page < end {
                let next = min(page + Self.page, end)
                // unsafe: both lie within what was read and within the text
                let isSame =
                    unsafe next - offset <= held
                    && bytes.withUnsafeBytes {
                        unsafe memcmp($0.baseAddress! + page, piece.baseAddress! + (page - offset), next - page) == 0
                    }
                if !isSame {
                    start = start ?? page
                } else if let from = start {
                    try write(file, bytes.extracting(from..<page), from: from)
                    (hasWritten, start) = (true, nil)
                }
                page = next
            }
            if let from = start {
                try write(file, bytes.extracting(from..<end), from: from)
                hasWritten = true
            }
            offset = end
        }
        if !hasWritten, bytes.count > 0 {
            try write(file, bytes.extracting(0..<min(Self.page, bytes.count)), from: 0)
        }
        if try status(of: file).size != Int64(bytes.count) || bytes.count == 0 {
            try truncate(file, to: Int64(bytes.count))
        }
    }

    private func write(_ file: Descriptor, _ bytes: Span<UInt8>, from start: Int) throws(SystemError) {
        var failure: SystemError?
        // unsafe: the bytes are read during the calls alone
        unsafe bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                do throws(SystemError) {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                    let count = try unsafe write(file, rest, at: Int64(start + written))
                    // A regular file takes at least a byte or says why not; never turn in a circle over it.
                    if count == 0 { throw SystemError(EIO) }
                    written += count
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
    }
}
