import Glibc

extension SystemCalls {
    /// Writes all of `text` from the file's beginning on, in as many calls as the kernel takes.
    package func writeAll(_ file: Descriptor, _ text: StoredText) throws(SystemError) {
        try text.withBytes { bytes throws(SystemError) in try write(file, bytes, from: 0) }
    }

    /// Makes an open file hold just `text`: what differs is written, a page at a time, and what is alike is left as it is,
    /// where it does not come behind much that differs (``RunAhead``). Something is written in any case, so that the time of
    /// it shows.
    package func writeDifferences(_ file: Descriptor, _ text: StoredText) throws(SystemError) {
        try text.withBytes { bytes throws(SystemError) in try writeDifferences(file, bytes) }
    }

    private func writeDifferences(_ file: Descriptor, _ bytes: Span<UInt8>) throws(SystemError) {
        let room = min(max(bytes.count, 1), 16 * DifferingPages.size)
        // unsafe: what is compared was filled by the read before it
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
        defer { unsafe piece.deallocate() }
        var hasWritten = false
        var ahead = RunAhead()
        var start = 0
        while start < bytes.count {
            let unread = min(start + ahead.pieces * room, bytes.count)
            if unread > start {
                try write(file, bytes.extracting(start..<unread), from: start)
                start = unread
            }
            let range = start..<min(start + room, bytes.count)
            if range.isEmpty { break }
            let filled = unsafe UnsafeMutableRawBufferPointer(rebasing: piece[..<range.count])
            let held = try unsafe read(file, whole: filled, start)
            let stretches = unsafe DifferingPages.stretches(of: bytes, in: range, from: held)
            for stretch in stretches {
                try write(file, bytes.extracting(stretch), from: stretch.lowerBound)
                hasWritten = true
            }
            ahead.compared(differsWholly: stretches == [range])
            start = range.upperBound
        }
        if !hasWritten, bytes.count > 0 {
            try write(file, bytes.extracting(0..<min(DifferingPages.size, bytes.count)), from: 0)
        }
        if try status(of: file).size != Int64(bytes.count) || bytes.count == 0 {
            try truncate(file, to: Int64(bytes.count))
        }
    }

    /// Fills `room` with what the file has from `start` on, as far as it goes.
    ///
    /// - Returns: the part of `room` that was filled.
    private func read(
        _ file: Descriptor, whole room: UnsafeMutableRawBufferPointer, _ start: Int
    ) throws(SystemError) -> UnsafeRawBufferPointer {
        var held = 0
        while held < room.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[held...])
            let count = try unsafe read(file, into: rest, from: Int64(start + held))
            if count == 0 { break }
            held += count
        }
        return unsafe UnsafeRawBufferPointer(rebasing: room[..<held])
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
