import Glibc
import SettingsSyntax

/// Puts right, under the lock, what a process left that died in the middle of a commit, or a machine that lost power.
///
/// Everything that the dead process wrote was unacknowledged, so undoing it loses nothing; what must not be lost is a
/// person's save that the exchange had just put under the temporary name.
struct Recovery {
    let storage: FileStorage
    let place: Place
    let lock: FileLock

    private var calls: any SystemCalls { storage.calls }
    private var names: CompanionNames { CompanionNames(file: place.name) }

    func run(_ transaction: any StorageTransaction) throws(SystemError) {
        let bytes = try lock.bytes()
        let isSettled = storage.desk.withLock { $0.settled?.bytes == bytes }
        if !isSettled, let record = IntentRecord(bytes), let name = TemporaryName(record.temporary, of: place.name) {
            try settle(name, transaction)
            if name.marks != nil {
                try settle(name.draft, transaction)
                try settle(name.spare, transaction)
            }
        }
        // Once a storage: what no record tells of. Under the lock no living process has such a name.
        guard !storage.desk.withLock({ $0.hasSwept }) else { return }
        var hasBackup = false
        for name in try calls.names(in: place.directory) {
            if let temporary = TemporaryName(name, of: place.name) { try settle(temporary, transaction) }
            guard name == names.backup else { continue }
            if storage.desk.withLock({ $0.isBackupObsolete }) { try remove(name) } else { hasBackup = true }
        }
        storage.desk.withLock { desk in
            desk.hasSwept = true
            desk.hasBackup = hasBackup
        }
    }

    private func settle(_ name: TemporaryName, _ transaction: any StorageTransaction) throws(SystemError) {
        guard let status = try status(name.text) else { return }
        let target = try self.status(place.name)
        // In a directory like /tmp anybody can make a file of this name.
        guard place.trust.covers(status, target: target) else { return }
        let left = FileVersion(status.identity)
        guard let marks = name.marks, left.mark != marks.new, left.mark != marks.base else {
            // A draft; or complete and never visible, or put back already; or simply the bytes from before the commit.
            try remove(name.text)
            return
        }
        if name.isSpare {
            // What it is a spare of is durable; it was kept as nobody's, unless somebody wrote to it at that very instant.
            let isNobodys = status.isSpare || status.inode == target?.inode
            return try isNobodys ? remove(name.text) : keepAside(name, transaction)
        }
        // The exchange took a person's save out.
        if target.map({ FileVersion($0.identity).mark }) == marks.new {
            // Unacknowledged bytes have its name: it goes back.
            try calls.exchange(name.text, place.name, at: place.directory)
            if try version(name.text)?.mark == marks.new {
                // In this order: else a power loss could leave neither name to the save.
                try calls.synchronize(place.directory)
                try remove(name.text)
                return
            }
            // In between somebody has saved yet again, and that save came out.
            try calls.exchange(name.text, place.name, at: place.directory)
        }
        try keepAside(name, transaction)
    }

    /// Both are somebody's, and which is the newer cannot be told: keeps both, and says so.
    private func keepAside(_ name: TemporaryName, _ transaction: any StorageTransaction) throws(SystemError) {
        let kept = names.recovered()
        try calls.rename(name.text, to: kept, at: place.directory)
        transaction.didKeepAside(place.path(of: kept))
        try calls.synchronize(place.directory)
    }

    private func version(_ name: String) throws(SystemError) -> FileVersion? {
        try status(name).map { FileVersion($0.identity) }
    }

    private func status(_ name: String) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try calls.status(of: name, at: place.directory, following: false)
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
    }

    /// Removes a leftover. One that belongs to another user in a sticky directory is left to that user.
    private func remove(_ name: String) throws(SystemError) {
        do throws(SystemError) {
            try calls.unlink(name, at: place.directory)
        } catch {
            if ![ENOENT, EPERM, EACCES].contains(error.number) { throw error }
        }
    }
}
