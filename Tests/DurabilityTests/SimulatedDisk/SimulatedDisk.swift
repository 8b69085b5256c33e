import Glibc

@testable import SettingsStore

/// A disk with one directory, `/disk`, in memory, under a storage that believes it makes system calls. It knows what a
/// power loss would leave, has locks and leases, and lets others save into it between two calls.
final class SimulatedDisk: Sendable {
    static let directory = "/disk"

    struct Open {
        var inode: UInt64
        var isWriting = false
        var lease = LeaseState.none
    }

    enum LeaseState { case none, whole, broken }

    struct State {
        var contents: DiskContents
        var open: [Int32: Open] = [:]
        var nextDescriptor: Int32 = 100
        /// Which descriptor has the lock of an inode.
        var locks: [UInt64: Int32] = [:]
        /// Writers in place who wait for a lease to go, with what they will write.
        var waiting: [UInt64: [[UInt8]]] = [:]
        /// What somebody else has saved.
        var foreignInode: UInt64?
        /// Whether that save had a durable name: from then on it must not be lost.
        var hasForeignSave = false
        /// Counts the changes to the contents.
        var changes = 0
    }

    enum Flush { case file, directory }

    /// Whether read leases are to be had.
    let hasLeases: Bool
    /// Flushes that do nothing.
    let ignored: Set<Flush>
    let state: Locked<State>

    init(_ contents: DiskContents = DiskContents(), hasLeases: Bool = true, ignoring ignored: Set<Flush> = []) {
        self.ignored = ignored
        self.hasLeases = hasLeases
        state = Locked(State(contents: contents))
    }

    var contents: DiskContents { state.withLock { $0.contents } }
    var changes: Int { state.withLock { $0.changes } }
    var isLocked: Bool { state.withLock { !$0.locks.isEmpty } }
    var openDescriptors: Int { state.withLock { $0.open.count } }
    var hasLease: Bool { state.withLock { $0.open.values.contains { $0.lease != .none } } }

    func change<Result>(_ body: (inout State) throws(SystemError) -> Result) throws(SystemError) -> Result {
        try state.withLock { state throws(SystemError) in
            state.contents.clock += 1000
            return try body(&state)
        }
    }
}

// MARK: What others do

extension SimulatedDisk {
    /// Puts a file there, durably.
    func put(_ text: String, at name: String, mode: UInt32 = 0o644) {
        state.withLock { state in
            let inode = state.create(name, mode: mode)
            state.contents.files[inode]?.bytes = Array(text.utf8)
            state.contents.flushAll()
        }
    }

    /// Gives a file a second name.
    func link(_ name: String, to other: String) {
        state.withLock { state in
            state.contents.directory.apply([other: state.contents.directory.entries[name]])
            state.contents.flushAll()
        }
    }

    /// Saves as careful programs do, by renaming a flushed file over the old one.
    func saveByRenaming(_ text: String, over name: String, flushingDirectory: Bool = true) {
        state.withLock { state in
            state.contents.clock += 1000
            let inode = state.create(name, mode: 0o644)
            state.contents.files[inode]?.bytes = Array(text.utf8)
            state.contents.files[inode]?.flush()
            if flushingDirectory { state.contents.directory.flush() }
            state.foreignInode = inode
            state.changes += 1
        }
    }

    /// Opens the file, empties it and writes it; where somebody has a lease on it, when that is released.
    func saveInPlace(_ text: String, into name: String) {
        state.withLock { state in
            state.contents.clock += 1000
            guard let inode = state.contents.directory.entries[name] else { return }
            var isLeased = false
            for (number, open) in state.open where open.inode == inode && open.lease != .none {
                state.open[number]?.lease = .broken
                isLeased = true
            }
            if isLeased {
                state.waiting[inode, default: []].append(Array(text.utf8))
            } else {
                state.overwrite(inode, with: Array(text.utf8))
            }
        }
    }
}

extension SimulatedDisk.State {
    mutating func create(_ name: String, mode: UInt32) -> UInt64 {
        let inode = contents.freeInode(besides: Set(open.values.map(\.inode)))
        let metadata = DiskContents.Metadata(mode: mode, modified: contents.clock)
        contents.files[inode] = DiskContents.File(metadata: metadata, durableMetadata: metadata)
        contents.directory.apply([name: inode])
        changes += 1
        return inode
    }

    mutating func overwrite(_ inode: UInt64, with bytes: [UInt8]) {
        contents.files[inode]?.bytes = bytes
        contents.files[inode]?.metadata.modified = contents.clock
        contents.files[inode]?.flush()
        foreignInode = inode
        changes += 1
    }

    mutating func releaseLease(_ number: Int32) {
        guard let released = open[number], released.lease != .none else { return }
        open[number]?.lease = .none
        for bytes in waiting.removeValue(forKey: released.inode) ?? [] { overwrite(released.inode, with: bytes) }
    }

    /// Takes note of whether another's save is durable by now.
    mutating func lookForForeignSave() {
        // A spare's name is none: who writes to a file whose exchange is not durable yet may find it gone.
        let isDurable = contents.directory.durable.contains { name, inode in
            inode == foreignInode && !(TemporaryName(name, of: CrashScenario.file)?.isSpare ?? false)
        }
        if isDurable { hasForeignSave = true }
    }

    func status(_ inode: UInt64) throws(SystemError) -> FileStatus {
        let time = FileStatus.Time(seconds: 1_000_000, nanoseconds: 0)
        if inode == DiskContents.root {
            return FileStatus(
                device: 1, inode: inode, mode: UInt32(S_IFDIR) | 0o755, links: 2, owner: geteuid(), group: getegid(),
                size: 4096, modified: time, changed: time)
        }
        guard let file = contents.files[inode] else { throw SystemError(ENOENT) }
        let modified = FileStatus.Time(
            seconds: file.metadata.modified / 1_000_000_000, nanoseconds: file.metadata.modified % 1_000_000_000)
        return FileStatus(
            device: 1, inode: inode, mode: UInt32(S_IFREG) | file.metadata.mode,
            links: UInt64(contents.directory.entries.values.count { $0 == inode }), owner: file.metadata.owner,
            group: file.metadata.group, size: Int64(file.bytes.count), modified: modified, changed: modified)
    }

    func inode(of name: String) throws(SystemError) -> UInt64 {
        if name == SimulatedDisk.directory || name == "." { return DiskContents.root }
        let name = FilePath.split(name).name
        guard let inode = contents.directory.entries[name] else { throw SystemError(ENOENT) }
        return inode
    }
}
