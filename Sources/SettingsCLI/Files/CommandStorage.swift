import SettingsStore
import SettingsSyntax

/// A storage for a command that looks once: it is not watched, and it knows what was read.
///
/// Where a revision is expected, a transaction finds that one under the lock or comes to nothing.
final class CommandStorage: SettingsStorage {
    private let base: any SettingsStorage
    private let expected: FileRevision?
    private let lastRead = Locked<[UInt8]?>(nil)

    init(_ base: any SettingsStorage, expected: FileRevision? = nil) {
        self.base = base
        self.expected = expected
    }

    var name: String { base.name }

    /// What was read last; nil where nothing was there.
    var bytes: [UInt8]? { lastRead.withLock { $0 } }

    func read(insisting: Bool) throws(SettingsError) -> StorageReading {
        let reading = try base.read(insisting: insisting)
        if case .bytes(let bytes, _) = reading { lastRead.withLock { $0 = bytes } }
        return reading
    }

    func transact(_ transaction: any StorageTransaction) throws(SettingsError) {
        let transaction =
            expected.map { ConditionalTransaction(base: transaction, revision: $0, name: name) } ?? transaction
        if try !comesToNothing(transaction) { try base.transact(transaction) }
    }

    /// Where there is no file, runs a transaction that would not make one either: no lock is left behind for nothing.
    private func comesToNothing(_ transaction: any StorageTransaction) throws(SettingsError) -> Bool {
        guard case .missing = try read(insisting: false) else { return false }
        do throws(TransactionError) {
            if try transaction.draft(from: nil) != nil { return false }
        } catch {
            switch error {
            case .unreadable(let error), .refused(let error): throw error
            }
        }
        transaction.didKeep()
        transaction.didUnlock()
        return true
    }

    func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch { NoWatch() }

    private struct NoWatch: StorageWatch {
        func cancel() {}
        func wake(after duration: Duration) {}
        func cancelWake() {}
    }
}

/// A transaction that is made on one revision of the file only.
private struct ConditionalTransaction: StorageTransaction {
    let base: any StorageTransaction
    let revision: FileRevision
    let name: String

    var expected: StoredText? { base.expected }

    func draft(from text: StoredText?) throws(TransactionError) -> StoredText? {
        let found = FileRevision(text?.bytes)
        if found != revision { throw .refused(FileRevision.mismatch(expected: revision, found: found, file: name)) }
        return try base.draft(from: text)
    }

    func isMeant() throws(TransactionError) -> Bool { try base.isMeant() }
    func willReplace() { base.willReplace() }
    func didNotReplace() { base.didNotReplace() }
    func didReplace(with text: StoredText) { base.didReplace(with: text) }
    func didKeep() { base.didKeep() }
    func didUnlock() { base.didUnlock() }
    func didKeepAside(_ path: String) { base.didKeepAside(path) }
}

extension FileRevision {
    static func mismatch(expected: FileRevision, found: FileRevision, file: String) -> SettingsError {
        SettingsError(
            .revisionMismatch, "the file is no longer at revision \(expected), but at \(found)", file: file,
            hint: "look at what has changed; nothing was written")
    }
}
