import Glibc

/// What a file system has left for this user.
package struct FreeSpace {
    /// In bytes; nil where the file system does not count them.
    package let bytes: UInt64?
    /// How many files can still be made; nil where the file system does not count them.
    package let files: UInt64?

    package init(bytes: UInt64?, files: UInt64?) {
        self.bytes = bytes
        self.files = files
    }

    package init(in directory: String) throws(SystemError) {
        var status = statvfs()
        // unsafe: a pointer to a local, and the text lent, for the length of the call
        while unsafe statvfs(directory, &status) != 0 {
            if errno != EINTR { throw SystemError(errno) }
        }
        // What is kept back for root is there for root alone.
        let isRoot = geteuid() == 0
        let blocks = isRoot ? status.f_bfree : status.f_bavail
        let nodes = isRoot ? status.f_ffree : status.f_favail
        bytes = status.f_blocks == 0 ? nil : UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0
        files = status.f_files == 0 ? nil : UInt64(nodes)
    }

    /// Why a file of `size` bytes cannot be written anew, or nil where it can: the old one stays until the new one is
    /// there.
    package func shortage(for size: UInt64) -> String? {
        if files == 0 { return "the file system can hold no more files (df -i): settings can be read, not changed" }
        guard let bytes, bytes < max(size, 1) else { return nil }
        return bytes == 0
            ? "no space is left on the file system: settings can be read, not changed"
            : "\(bytes) bytes are left on the file system, and a change writes the file's \(size) anew"
    }
}
