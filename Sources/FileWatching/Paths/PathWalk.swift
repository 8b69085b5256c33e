/// What a walk along a path came by: every directory whose change could make the path lead elsewhere, and what it
/// leads to now.
package struct PathWalk: Sendable, Hashable {
    /// A directory on the way.
    package struct Step: Sendable, Hashable {
        package var directory: FileIdentity
        /// The entry of this directory on which the path hangs: a symbolic link, the last name, or the first one that
        /// is missing. `nil`: a plain directory that the path only goes through; nothing but its own end or renaming
        /// can turn the path.
        package var entry: EntryName?
        /// The entry is the last name of the path (with all links followed).
        package var isLast: Bool

        package init(directory: FileIdentity, entry: EntryName? = nil, isLast: Bool = false) {
            self.directory = directory
            self.entry = entry
            self.isLast = isLast
        }
    }

    /// What the path leads to.
    package enum End: Sendable, Hashable {
        /// Something is there: a file, or what stands in a file's place.
        case found(FileState)
        /// A name does not exist.
        case missing
        /// The path goes on behind something that is no directory.
        case throughFile
        /// More symbolic links than the kernel follows (40).
        case loop
        /// The kernel refuses to say (no permission, an error of the disk): its error number.
        case refused(Int32)
        /// There was no descriptor or no memory to go on with: how far the walk came says nothing of the path. The error
        /// number.
        case cutOff(Int32)
    }

    package var steps: [Step]
    package var end: End
    /// A file system on the way that raises no events for changes made elsewhere, by name.
    package var silentFileSystem: String?

    package init(steps: [Step] = [], end: End, silentFileSystem: String? = nil) {
        self.steps = steps
        self.end = end
        self.silentFileSystem = silentFileSystem
    }

    /// Whether the walk came to its end; else it is to be made again.
    package var isComplete: Bool {
        if case .cutOff = end { return false }
        return true
    }

    /// The file at the end, if there is one.
    package var file: FileState? {
        guard case .found(let state) = end else { return nil }
        return state
    }

    /// The walk without what an ordinary save changes (sizes, times): two walks that are alike here need the same
    /// watches.
    package var structure: PathWalk {
        var result = self
        if case .found(let state) = end {
            result.end = .found(
                FileState(
                    identity: state.identity, linkCount: state.needsWatchOfItsOwn ? 2 : 1,
                    isRegular: state.isRegular, isMountRoot: state.isMountRoot))
        }
        return result
    }

    /// Whether whatever turned `other` into this walk was a change of entries that both hang on: who watches those still
    /// hears of it. One is then the beginning of the other, as where the last name has come or gone.
    package func keepsEntries(of other: PathWalk) -> Bool {
        steps.starts(with: other.steps) || other.steps.starts(with: steps)
    }

    /// A look may take the file as it is now for a finished save: nobody has touched it for a while, or there is
    /// nothing that could be half written.
    package func isQuiet(at now: Int64) -> Bool {
        file?.isQuiet(at: now) ?? true
    }

    /// The watches that this walk needs, each directory once.
    ///
    /// - Parameter followsWriting: whether it must be known when the file is being written.
    package func neededWatches(followsWriting: Bool = false) -> [NeededWatch] {
        var result: [NeededWatch] = []
        for step in steps {
            let index = result.firstIndex { $0.inode == step.directory }
            if let index {
                result[index].add(step)
            } else {
                var needed = NeededWatch(inode: step.directory, purpose: .way)
                needed.add(step)
                result.append(needed)
            }
        }
        if let file, let purpose = file.purposeOfItsOwnWatch(followsWriting: followsWriting),
            !result.contains(where: { $0.inode == file.identity })
        {
            result.append(NeededWatch(inode: file.identity, purpose: purpose))
        }
        return result
    }
}

/// One inode that must be watched for a path, and what for.
package struct NeededWatch: Sendable, Hashable {
    package enum Purpose: Sendable, Hashable {
        /// Only that the directory itself goes or is renamed.
        case way
        /// The named entries of the directory.
        case entries
        /// The file itself, since it has more names than one or stands on a mount of its own.
        case file
        /// The same, and when somebody is writing it.
        case writing
    }

    package struct Entry: Sendable, Hashable {
        package var name: EntryName
        package var isLast: Bool
    }

    package var inode: FileIdentity
    package var purpose: Purpose
    package var entries: [Entry] = []

    init(inode: FileIdentity, purpose: Purpose) {
        self.inode = inode
        self.purpose = purpose
    }

    mutating func add(_ step: PathWalk.Step) {
        guard let name = step.entry else { return }
        purpose = .entries
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index].isLast = entries[index].isLast || step.isLast
        } else {
            entries.append(Entry(name: name, isLast: step.isLast))
        }
    }
}
