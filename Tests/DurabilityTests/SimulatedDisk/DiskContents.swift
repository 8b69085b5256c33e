import Glibc

@testable import SettingsStore

/// What a simulated disk holds: of each file and each directory what is durable, and the changes that are not yet.
struct DiskContents: Hashable {
    static let root: UInt64 = 1

    struct Metadata: Hashable {
        var mode: UInt32
        var owner: UInt32 = geteuid()
        var group: UInt32 = getegid()
        var attributes: [ExtendedAttribute] = []
        /// Nanoseconds.
        var modified: Int64
    }

    struct File: Hashable {
        var bytes: [UInt8] = []
        var metadata: Metadata
        /// What a crash leaves at least.
        var durableBytes: [UInt8] = []
        var durableMetadata: Metadata
        /// Whether anything happened since the last flush.
        var isFlushed: Bool { bytes == durableBytes && metadata == durableMetadata }

        mutating func flush() {
            durableBytes = bytes
            durableMetadata = metadata
        }
    }

    /// One operation on a directory: the names that it gives and takes, all at once.
    typealias Change = [String: UInt64?]

    struct Directory: Hashable {
        var durable: [String: UInt64] = [:]
        var pending: [Change] = []
        var entries: [String: UInt64] = [:]

        mutating func apply(_ change: Change) {
            pending.append(change)
            for (name, inode) in change { entries[name] = inode }
        }

        mutating func flush() {
            durable = entries
            pending = []
        }
    }

    var files: [UInt64: File] = [:]
    var directory = Directory()
    /// Nanoseconds; each call takes one microsecond.
    var clock: Int64 = 1_000_000_000_000_000

    /// The lowest number that no name has or, after a crash, could have again.
    func freeInode(besides open: Set<UInt64>) -> UInt64 {
        var used = open.union(directory.durable.values).union(directory.entries.values)
        for change in directory.pending { used.formUnion(change.values.compactMap(\.self)) }
        var inode = Self.root + 1
        while used.contains(inode) { inode += 1 }
        return inode
    }

    func bytes(_ name: String) -> [UInt8]? { directory.entries[name].flatMap { files[$0]?.bytes } }
    func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }
    var names: [String] { directory.entries.keys.sorted() }

    /// A clean shutdown: all is durable.
    mutating func flushAll() {
        for inode in files.keys { files[inode]?.flush() }
        directory.flush()
    }

    /// Drops what no name leads to; nothing is open any more.
    mutating func dropUnnamed() {
        let named = Set(directory.entries.values)
        files = files.filter { named.contains($0.key) }
    }
}
