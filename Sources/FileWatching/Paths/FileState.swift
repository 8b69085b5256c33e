internal import Glibc

/// What can be told of a file without reading it. Two different states of the same path mean: look at the file.
///
/// The modification time alone decides nothing (a restored backup is older, a tool may set it back): any difference in
/// identity, size, modification or change time counts.
package struct FileState: Sendable, Hashable {
    package var identity: FileIdentity
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// Nanoseconds since 1970.
    package var changed: Int64
    package var linkCount: UInt64
    package var isRegular: Bool
    /// The file is itself the root of a mount, as one file bind-mounted into a container is.
    package var isMountRoot: Bool

    package init(
        identity: FileIdentity, size: Int64 = 0, modified: Int64 = 0, changed: Int64 = 0, linkCount: UInt64 = 1,
        isRegular: Bool = true, isMountRoot: Bool = false
    ) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.changed = changed
        self.linkCount = linkCount
        self.isRegular = isRegular
        self.isMountRoot = isMountRoot
    }

    init(_ status: stat, isMountRoot: Bool) {
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        linkCount = UInt64(status.st_nlink)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        self.isMountRoot = isMountRoot
    }

    /// The file can change through a name, or behind a mount, that the watch of its directory does not see.
    package var needsWatchOfItsOwn: Bool {
        isRegular && linkCount > 1 || isMountRoot
    }

    /// What the file itself must be watched for, if for anything.
    func purposeOfItsOwnWatch(followsWriting: Bool) -> NeededWatch.Purpose? {
        if followsWriting, isRegular { return .writing }
        return needsWatchOfItsOwn ? .file : nil
    }

    /// Nobody has touched the file for `quietPeriod`, so it is not in the middle of being written. A clock that was set
    /// back makes a file that lies in the future: that one is not quiet.
    package func isQuiet(at now: Int64) -> Bool {
        now - max(modified, changed) >= Self.quietPeriod
    }

    /// 100 ms in nanoseconds.
    package static let quietPeriod: Int64 = 100_000_000

    static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}
