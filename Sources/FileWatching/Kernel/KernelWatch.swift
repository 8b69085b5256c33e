/// One watch of the kernel, shared by all paths that need it. Lives on the owner's thread.
final class KernelWatch {
    /// A path that hangs on an entry of this directory.
    struct Dependent {
        var entry: WatchEntry
        var isLast: Bool
    }

    let inode: FileIdentity
    let number: Int32
    var mask: UInt32
    /// Where it was found, to find it again when it is removed.
    let path: [UInt8]
    /// Other identities under which the same inode appears.
    var aliases: [FileIdentity] = []
    /// On a file system whose server may not answer.
    let isRemote: Bool
    /// The kernel has dropped it.
    var isDead = false
    /// Everybody who needs it, by the entry's number.
    private(set) var users: [Int: WatchEntry] = [:]
    private(set) var names: [EntryName: [Int: Dependent]] = [:]

    init(inode: FileIdentity, number: Int32, mask: UInt32, path: [UInt8], isRemote: Bool) {
        self.inode = inode
        self.number = number
        self.mask = mask
        self.path = path
        self.isRemote = isRemote
    }

    func add(_ entry: WatchEntry, _ needed: NeededWatch) {
        users[entry.id] = entry
        for name in needed.entries {
            names[name.name, default: [:]][entry.id] = Dependent(entry: entry, isLast: name.isLast)
        }
    }

    func remove(_ entry: WatchEntry, _ needed: NeededWatch) {
        users[entry.id] = nil
        remove(entry, names: needed)
    }

    /// Takes back the names only: the entry has other ones in this directory now.
    func remove(_ entry: WatchEntry, names needed: NeededWatch) {
        for name in needed.entries {
            names[name.name]?[entry.id] = nil
            if names[name.name]?.isEmpty == true { names[name.name] = nil }
        }
    }
}
