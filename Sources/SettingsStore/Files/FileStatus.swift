import Glibc

/// What `stat` tells of a file.
package struct FileStatus: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
    package var mode: UInt32
    package var links: UInt64
    package var owner: UInt32
    package var group: UInt32
    package var size: Int64
    package var modified: Time
    package var changed: Time

    /// Seconds and nanoseconds since 1970.
    package struct Time: Sendable, Hashable {
        package var seconds: Int64
        package var nanoseconds: Int64
    }

    package init(
        device: UInt64, inode: UInt64, mode: UInt32, links: UInt64, owner: UInt32, group: UInt32, size: Int64,
        modified: Time, changed: Time
    ) {
        self.device = device
        self.inode = inode
        self.mode = mode
        self.links = links
        self.owner = owner
        self.group = group
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        mode = status.st_mode
        links = UInt64(status.st_nlink)
        owner = status.st_uid
        group = status.st_gid
        size = Int64(status.st_size)
        modified = Time(seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
        changed = Time(seconds: Int64(status.st_ctim.tv_sec), nanoseconds: Int64(status.st_ctim.tv_nsec))
    }

    package var kind: FileKind { FileKind(mode: mode) }
    package var permissions: UInt32 { mode & 0o7777 }
    package var identity: FileIdentity {
        FileIdentity(device: device, inode: inode, size: size, modified: modified, changed: changed)
    }

    /// Whether `other` belongs to the same user and group and has the same mode.
    package func hasSameAccess(as other: FileStatus) -> Bool {
        permissions == other.permissions && owner == other.owner && group == other.group
    }

    package func isSameFile(as other: FileStatus) -> Bool { inode == other.inode && device == other.device }

    /// Whether nobody has touched the file for `duration`: every write moves the change time, whatever a tool does to
    /// the other one. A clock that was set back makes a file that lies in the future; that one counts as old.
    package func isQuiet(for duration: Duration) -> Bool {
        var now = timespec()
        // unsafe: a pointer to a local for the length of the call. The clock that files are stamped with.
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &now)
        let age =
            Duration.seconds(Int64(now.tv_sec) - changed.seconds)
            + .nanoseconds(Int64(now.tv_nsec) - changed.nanoseconds)
        return age >= duration || age < .seconds(-2)
    }

    /// Whether the bytes were written so lately that they may be half of a save.
    package var wasWrittenLately: Bool { wasWritten(within: .seconds(2)) }

    /// Whether a write began so lately, or, after the clock was set back, is stamped so soon.
    package func wasWritten(within duration: Duration) -> Bool {
        var now = timespec()
        // unsafe: a pointer to a local for the length of the call
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let age =
            Duration.seconds(Int64(now.tv_sec) - modified.seconds)
            + .nanoseconds(Int64(now.tv_nsec) - modified.nanoseconds)
        return age <= duration && age >= .zero - duration
    }
}
