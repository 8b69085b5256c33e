/// What tells one version of a file from another when its name changes: an exchange moves `ctime` and nothing else.
struct FileVersion: Hashable {
    var inode: UInt64
    var size: Int64
    var modified: FileStatus.Time

    init(inode: UInt64, size: Int64, modified: FileStatus.Time) {
        self.inode = inode
        self.size = size
        self.modified = modified
    }

    init(_ identity: FileIdentity) {
        self.init(inode: identity.inode, size: identity.size, modified: identity.modified)
    }

    /// The version in sixteen hexadecimal digits, the same in every process: what a temporary file's name has room for.
    var mark: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for word in [
            inode, UInt64(bitPattern: size), UInt64(bitPattern: modified.seconds),
            UInt64(bitPattern: modified.nanoseconds),
        ] {
            // FNV-1a, a word at a time, and the high half folded in, which multiplying alone never brings down.
            hash = (hash ^ word) &* 0x0000_0100_0000_01b3
            hash ^= hash >> 32
        }
        return Hexadecimal.digits(hash)
    }
}
