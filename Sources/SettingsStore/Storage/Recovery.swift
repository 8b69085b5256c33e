import Glibc
import SettingsSyntax

/// Puts right, under the lock, what a process left that died in the middle of a commit.
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
        if let record = try readRecord(), let left = try status(record.temporary) {
            try settle(record, left, transaction)
        }
        // Once a storage: what has no record (the power failed). Under the lock no living process has such a name.
        guard !storage.desk.withLock({ $0.hasSwept }) else { return }
        for name in try calls.names(in: place.directory) where names.isTemporary(name) { try remove(name) }
        storage.desk.withLock { $0.hasSwept = true }
    }

    private func settle(
        _ record: IntentRecord, _ left: FileStatus, _ transaction: any StorageTransaction
    ) throws(SystemError) {
        guard names.isTemporary(record.temporary) else { return }
        let leftVersion = IntentRecord.Version(left.identity)
        if record.step == .drafting || leftVersion == record.new || leftVersion == record.base {
            // Never visible, or put back already, or simply the bytes from before the commit.
            try remove(record.temporary)
            return
        }
        let target = try status(place.name).map { IntentRecord.Version($0.identity) }
        if let target, target == record.new {
            // The exchange took a person's save out and put unacknowledged bytes in: the save goes back.
            try calls.exchange(record.temporary, place.name, at: place.directory)
            try remove(record.temporary)
            try calls.synchronize(place.directory)
            return
        }
        // Both are somebody's, and which is newer cannot be told: keep both, and say so.
        let kept = names.recovered()
        try calls.renameNew(record.temporary, to: kept, at: place.directory)
        try calls.synchronize(place.directory)
        transaction.didKeepAside(FilePath.split(storage.path).directory + "/" + kept)
    }

    private func readRecord() throws(SystemError) -> IntentRecord? {
        var buffer = [UInt8](repeating: 0, count: 1024)
        var failure: SystemError?
        // unsafe: filled up to the count that is returned
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            do throws(SystemError) {
                return try unsafe calls.read(lock.file, into: buffer, from: 0)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return IntentRecord(Array(buffer[..<count]))
    }

    private func status(_ name: String) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try calls.status(of: name, at: place.directory, following: false)
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
    }

    private func remove(_ name: String) throws(SystemError) {
        do throws(SystemError) {
            try calls.unlink(name, at: place.directory)
        } catch {
            if error.number != ENOENT { throw error }
        }
    }
}
