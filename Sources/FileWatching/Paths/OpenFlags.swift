internal import Glibc

/// Flags of `open` that the C library shows to GNU programs only.
enum OpenFlags {
    /// `O_PATH`: a descriptor that names the inode and opens nothing. The number is that of every architecture that
    /// Swift runs on.
    static let path: Int32 = 0o10000000 | O_CLOEXEC
}
