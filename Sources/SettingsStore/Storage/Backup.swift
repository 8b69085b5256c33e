import Glibc
import SettingsSyntax

/// The copy that is made, durably, before a file is written in place, and removed when the write is durable.
///
/// One that is found is of a write that did not end: the machine or the process did.
struct Backup {
    let storage: FileStorage
    let place: Place
    let lock: FileLock

    var name: String { names.backup }

    private var calls: any SystemCalls { storage.calls }
    private var names: CompanionNames { CompanionNames(file: place.name) }

    /// Makes it; after a failure there is none.
    func make(of base: BaseFile, _ transaction: any StorageTransaction) throws(SystemError) {
        let temporary = TemporaryName.draft(of: place.name)
        try lock.write(IntentRecord(temporary))
        _ = try TemporaryFile.make(temporary, holding: base.text, .closed, isFlushed: true, place, storage)
        storage.desk.withLock { $0.isBackupObsolete = false }
        do throws(SystemError) {
            // Never over an older one, which may be the only good copy.
            if try isThere() { try keepAside(transaction) }
            try calls.rename(temporary.text, to: name, at: place.directory)
        } catch {
            remove(temporary.text)
            throw error
        }
        do throws(SystemError) {
            try calls.synchronize(place.directory)
        } catch {
            remove()
            throw error
        }
    }

    /// Removes it: the file is good. Where that fails the next transaction tries again.
    func remove() {
        storage.desk.withLock { $0.isBackupObsolete = true }
        remove(name)
    }

    private func remove(_ name: String) {
        do throws(SystemError) {
            try insist { () throws(SystemError) in try calls.unlink(name, at: place.directory) }
        } catch {
            if error.number != ENOENT { storage.desk.withLock { $0.hasSwept = false } }
        }
    }

    /// Settles a copy that was found beside a file that can be read: it is of no use if it says the same, and else kept
    /// under another name, as it cannot be told whether a crash or a person made the file what it is.
    func settle(_ base: BaseFile, _ transaction: any StorageTransaction) throws {
        if let bytes = try read() {
            if StoredText(bytes).isSame(as: base.text) { remove() } else { try keepAside(transaction) }
        }
        storage.desk.withLock { $0.hasBackup = false }
    }

    /// Writes the copy, if there is one, into a file that cannot be read; what that held is kept under another name
    /// first.
    ///
    /// - Returns: whether there was one, and the file can be what the write left that it was made for. What was written
    ///   long after that is a person's, typo and all.
    func restore(_ torn: BaseFile, _ transaction: any StorageTransaction) throws -> Bool {
        guard let (bytes, made) = try readWithTime(), !StoredText(bytes).isSame(as: torn.text),
            torn.status.modified.seconds - made.seconds <= Self.longestWrite
        else { return false }
        let temporary = TemporaryName.draft(of: place.name)
        try lock.write(IntentRecord(temporary))
        let kept = names.recovered()
        _ = try TemporaryFile.make(temporary, holding: torn.text, .closed, isFlushed: true, place, storage)
        do throws(SystemError) {
            try calls.rename(temporary.text, to: kept, at: place.directory)
        } catch {
            remove(temporary.text)
            throw error
        }
        do throws(SystemError) {
            try calls.synchronize(place.directory)
            // A read lease and a descriptor for writing exclude each other.
            if torn.hasLease { calls.releaseLease(torn.file) }
            let file = try calls.open(place.name, at: place.directory, .writeNoFollow)
            defer { calls.close(file) }
            guard try calls.status(of: file).identity == torn.status.identity else {
                remove(kept)
                return true
            }
            try calls.writeAll(file, StoredText(bytes))
            try calls.truncate(file, to: Int64(bytes.count))
            try calls.synchronize(file)
        } catch {
            // The copy is still there, and what the file held is in the file, whole or in part: tried again next time.
            transaction.didKeepAside(place.path(of: kept))
            throw error
        }
        transaction.didKeepAside(place.path(of: kept))
        remove()
        return true
    }

    private func keepAside(_ transaction: any StorageTransaction) throws(SystemError) {
        let kept = names.recovered()
        try calls.rename(name, to: kept, at: place.directory)
        transaction.didKeepAside(place.path(of: kept))
    }

    private func isThere() throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try calls.status(of: name, at: place.directory, following: false).kind == .regular
        } catch {
            if error.number == ENOENT { return false }
            throw error
        }
    }

    /// How many seconds after its copy was made a file may still be written.
    private static let longestWrite: Int64 = 60

    private func read() throws -> [UInt8]? { try readWithTime()?.bytes }

    /// The copy's bytes, and when they were written; nil where there is none that this library can have made for this
    /// user.
    private func readWithTime() throws -> (bytes: [UInt8], made: FileStatus.Time)? {
        let file: Descriptor
        do throws(SystemError) {
            file = try calls.open(name, at: place.directory, .readNoFollow)
        } catch {
            if [ENOENT, ELOOP, EACCES, EPERM].contains(error.number) { return nil }
            throw error
        }
        defer { calls.close(file) }
        let status = try calls.status(of: file)
        guard status.kind == .regular, status.owner == geteuid() || status.owner == 0 else { return nil }
        do {
            return (try storage.readAll(file, size: status.size), status.modified)
        } catch let ReadFailure.settings(error) {
            throw error
        }
    }
}
