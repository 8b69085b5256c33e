/// Why changes to a path cannot be told by the kernel, or not all of them, and what to do about it.
public struct WatchLimit: Sendable, Hashable, CustomStringConvertible {
    /// What stands in the way.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The user's inotify instances are used up (`fs.inotify.max_user_instances`).
        case instances
        /// The user's inotify watches are used up (`fs.inotify.max_user_watches`).
        case watches
        /// The process or the system has no file descriptor left.
        case descriptors
        /// Only descriptors above 1023 are left, which libinotifytools cannot wait for.
        case highDescriptor
        /// `/proc` is not mounted.
        case noProc
        /// A directory on the way may be searched but not read, and the kernel lets only readers watch it.
        case permission
        /// The file system raises no events for changes that are made elsewhere (NFS, CIFS, 9p, FUSE …).
        case fileSystem
        /// The file is a mount of its own: replacing it where it comes from cannot be seen here.
        case singleFileMount
        /// The user, or the container, may have no more threads (`RLIMIT_NPROC`, `pids.max`).
        case threads
        /// The kernel has no inotify, or refused it for another reason.
        case unavailable
    }

    /// What stands in the way.
    public let kind: Kind

    /// The limit by name and what to do, in one sentence.
    public let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

extension WatchLimit {
    static let instances = WatchLimit(
        .instances, "all inotify instances of this user are in use; raise fs.inotify.max_user_instances")
    static let watches = WatchLimit(
        .watches, "all inotify watches of this user are in use; raise fs.inotify.max_user_watches")
    static let descriptors = WatchLimit(
        .descriptors, "no file descriptor is left; raise the limit of open files (ulimit -n, LimitNOFILE=)")
    static let highDescriptor = WatchLimit(
        .highDescriptor,
        "all file descriptors below 1024 are in use, and libinotifytools cannot wait for a higher one; "
            + "start watching before opening so many files")
    static let noProc = WatchLimit(.noProc, "/proc is not mounted; mount it to have inotify used")
    static let threads = WatchLimit(
        .threads,
        "no thread can be made to watch with; raise the limit of processes (ulimit -u, LimitNPROC=, TasksMax=)")
    static let singleFileMount = WatchLimit(
        .singleFileMount,
        "the file is a mount of its own: a file put in its place at the source is not seen here; "
            + "mount its directory instead, or write the source in place")

    static func permission(_ path: String) -> WatchLimit {
        WatchLimit(.permission, "no permission to watch \(path); allow this user to read it")
    }

    static func fileSystem(_ name: String) -> WatchLimit {
        WatchLimit(
            .fileSystem,
            "\(name) raises no events for changes made elsewhere; keep the file on a local file system to have "
                + "changes at once")
    }

    static func unavailable(_ error: Int32) -> WatchLimit {
        WatchLimit(.unavailable, "inotify is not available (\(SystemError.text(error)))")
    }
}
