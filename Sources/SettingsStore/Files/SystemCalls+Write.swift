import Glibc

extension SystemCalls {
    /// Writes all of `bytes` from `offset` on, in as many calls as the kernel takes.
    package func writeAll(_ file: Descriptor, _ bytes: [UInt8], at offset: Int64 = 0) throws(SystemError) {
        var failure: SystemError?
        // unsafe: the bytes are read during the calls alone
        unsafe bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                do throws(SystemError) {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                    let count = try unsafe write(file, rest, at: offset + Int64(written))
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
