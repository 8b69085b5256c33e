extension FileStorage {
    /// How a settings file is kept.
    ///
    /// ```swift
    /// var options = FileStorage.Options()
    /// options.permissions = 0o600            // it holds a password
    /// options.createsDirectories = true
    /// let storage = try FileStorage(path: "/var/lib/myservice/settings.json", options: options)
    /// ```
    public struct Options: Sendable, Hashable {
        /// What a commit waits for.
        public enum Durability: Sendable, Hashable {
            /// The file and its directory are flushed: what `update` returned for survives a power loss.
            case full
            /// Nothing is flushed. A crash of the process or a kill loses nothing; after a power loss the file may be
            /// the old one or, on file systems that reorder, an empty one.
            case atomicOnly
        }

        /// What to do with a file that cannot be replaced without changing what it is: one with several hard links,
        /// one that is a mount point itself, one whose owner this process cannot keep.
        public enum Irreplaceable: Sendable, Hashable {
            /// The write fails with an error that says why.
            case refuse
            /// A durable backup is made beside it (`.NAME.settings-backup`), and then the file is written in place. A reader
            /// can see it half-written, and a crash can leave it so, with the backup beside it.
            case writeInPlace
        }

        public var durability: Durability = .full
        /// The mode of a file that is made new, exactly; nil means 0644 less the process's umask.
        ///
        /// Without the owner's write bit (`0o400`) it is written once: only root changes a write-protected file.
        ///
        /// A file that is there keeps the mode it has; one that is deleted while the storage knows it is made again with it.
        public var permissions: UInt16?
        /// Whether a write makes missing parent directories (mode 0700).
        public var createsDirectories = false
        public var irreplaceable: Irreplaceable = .refuse
        /// How long a write waits for another process's write, and how long it begins anew because others, who know of no
        /// lock, have saved meanwhile.
        public var lockTimeout: Duration = .seconds(10)
        /// How long a write waits for somebody who keeps the file open for writing.
        public var busyTimeout: Duration = .seconds(2)
        /// The largest file that is read, in bytes; a change that would make a larger one is refused.
        public var maximumSize = 64 << 20
        /// How often a file is looked at that the kernel cannot watch.
        public var pollingInterval: Duration = .seconds(1)
        /// How often a watched file is looked at all the same, for what the kernel does not tell; nil is never.
        public var slowLook: Duration? = .seconds(30)

        public init() {}
    }
}
