import Glibc
import SettingsSyntax

/// Writes a file that cannot be replaced, after a durable copy has been made beside it.
struct InPlaceWrite {
    let storage: FileStorage
    let place: Place
    let lock: FileLock
    let base: BaseFile
    let transaction: any StorageTransaction

    private var calls: any SystemCalls { storage.calls }
    private var backup: Backup { Backup(storage: storage, place: place, lock: lock) }

    /// - Returns: false when somebody wrote the file meanwhile; nothing was written then.
    func run(_ draft: StoredText) throws -> Bool {
        try backup.make(of: base, transaction)
        transaction.willReplace()
        let file: Descriptor
        do {
            guard let opened = try openForWriting() else {
                transaction.didNotReplace()
                backup.remove()
                return false
            }
            file = opened
        } catch {
            transaction.didNotReplace()
            backup.remove()
            throw error
        }
        defer { calls.close(file) }
        do throws(SystemError) {
            try write(draft, into: file)
        } catch {
            let failure = putBack(into: file, after: error)
            transaction.didNotReplace()
            throw failure
        }
        transaction.didReplace(with: draft)
        backup.remove()
        return true
    }

    /// The file, if nobody has written it since it was read.
    private func openForWriting() throws -> Descriptor? {
        // A read lease and a descriptor for writing exclude each other.
        if base.hasLease {
            guard calls.isLeaseWhole(base.file) else { return nil }
            calls.releaseLease(base.file)
        }
        let file: Descriptor
        do throws(SystemError) {
            file = try calls.open(place.name, at: place.directory, .writeNoFollow)
        } catch {
            // Somebody reads it under a lease.
            if error.number == EAGAIN { return nil }
            throw error
        }
        do throws(SystemError) {
            // Another name of this file (a hard link, a bind mount) has a lock file of its own: who writes in place locks
            // the file itself, too. The lock goes with the descriptor.
            if try calls.tryLock(file), try calls.status(of: file).identity == base.status.identity,
                try calls.holds(base.file, base.text)
            {
                return file
            }
        } catch {
            calls.close(file)
            throw error
        }
        calls.close(file)
        return nil
    }

    private func write(_ text: StoredText, into file: Descriptor) throws(SystemError) {
        try calls.writeAll(file, text)
        try calls.truncate(file, to: Int64(text.count))
        if storage.options.durability == .full { try calls.synchronize(file) }
    }

    /// Writes the old bytes again.
    ///
    /// - Returns: the error to throw.
    private func putBack(into file: Descriptor, after failure: SystemError) -> any Error {
        do throws(SystemError) {
            try insist { () throws(SystemError) in try write(base.text, into: file) }
        } catch {
            storage.desk.withLock { $0.hasBackup = true }
            return SettingsError(
                .inputOutput, "writing in place failed, and so did putting the old bytes back: \(error.text)",
                file: storage.name, hint: "the old bytes are in \(place.path(of: backup.name))",
                systemError: error.number)
        }
        backup.remove()
        return failure
    }
}
