import Glibc
import SettingsSyntax

/// Writes a file that cannot be replaced, after a durable copy has been made beside it.
struct InPlaceWrite {
    let storage: FileStorage
    let place: Place
    let base: BaseFile
    let transaction: any StorageTransaction

    private var calls: any SystemCalls { storage.calls }

    /// - Returns: false when somebody wrote the file meanwhile; nothing was written then.
    func run(_ draft: [UInt8]) throws -> Bool {
        let backup = CompanionNames(file: place.name).backup
        try makeBackup(backup)
        // A read lease and a descriptor for writing exclude each other.
        if base.hasLease {
            guard calls.isLeaseWhole(base.file) else { return false }
            calls.releaseLease(base.file)
        }
        let file = try calls.open(place.name, at: place.directory, .writeNoFollow)
        defer { calls.close(file) }
        guard try calls.status(of: file).identity == base.status.identity else { return false }
        transaction.willReplace()
        do {
            try calls.writeAll(file, draft)
            try calls.truncate(file, to: Int64(draft.count))
            if storage.options.durability == .full { try calls.synchronize(file) }
        } catch {
            // Put the old bytes back as far as that can be done; the backup stays for what cannot.
            transaction.didNotReplace()
            try restore(file, backup, after: error)
        }
        transaction.didReplace(with: draft)
        do throws(SystemError) {
            try calls.unlink(backup, at: place.directory)
        } catch {
            if error.number != ENOENT { throw error }
        }
        return true
    }

    private func restore(_ file: Descriptor, _ backup: String, after failure: any Error) throws -> Never {
        do throws(SystemError) {
            try calls.writeAll(file, base.bytes)
            try calls.truncate(file, to: Int64(base.bytes.count))
            try calls.synchronize(file)
        } catch {
            throw SettingsError(
                .inputOutput, "writing in place failed, and so did putting the old bytes back", file: storage.name,
                hint: "the old bytes are in \(backup) beside the file", systemError: error.number)
        }
        do throws(SystemError) {
            try calls.unlink(backup, at: place.directory)
        } catch {
            // It may stay: it holds what the file holds.
        }
        throw failure
    }

    private func makeBackup(_ backup: String) throws {
        let names = CompanionNames(file: place.name)
        let temporary = names.temporary()
        _ = try TemporaryFile.make(temporary, holding: base.bytes, .closed, place, storage)
        do throws(SystemError) {
            try calls.rename(temporary, to: backup, at: place.directory)
            try calls.synchronize(place.directory)
        } catch {
            try? calls.unlink(temporary, at: place.directory)
            throw error
        }
    }
}
