import Glibc

extension SystemCalls {
    /// Writes all of `text` from the file's beginning on, in as many calls as the kernel takes.
    package func writeAll(_ file: Descriptor, _ text: StoredText) throws(SystemError) {
        try text.withBytes { bytes throws(SystemError) in try writeAll(file, bytes) }
    }

    private func writeAll(_ file: Descriptor, _ bytes: Span<UInt8>) throws(SystemError) {
        var failure: SystemError?
        // unsafe: the bytes are read during the calls alone
        unsafe bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                do throws(SystemError) {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                    let count = try unsafe write(file, rest, at: Int64(written))
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
