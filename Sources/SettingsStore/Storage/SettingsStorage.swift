public import SettingsSyntax

/// Where a repository's text is kept: `FileStorage` for services, `MemoryStorage` for tests.
///
/// A storage knows bytes, not settings. It is called from several threads at once.
public protocol SettingsStorage: Sendable {
    /// What messages call it: for a file the path, as it was given.
    var name: String { get }

    /// Reads what is there now. Never writes, and takes no lock.
    ///
    /// - Parameter insisting: read even though somebody seems to be writing (they have been for too long).
    /// - Throws: `SettingsError` when something is there that cannot be read.
    func read(insisting: Bool) throws(SettingsError) -> StorageReading

    /// Runs one transaction: under the storage's lock, from the bytes that are there to those that shall be.
    ///
    /// Blocks the calling thread until the new bytes are durable. Returns after `didUnlock`, or throws without it.
    /// - Throws: what the transaction's `draft` threw, or why its bytes could not be stored; the old ones then stand.
    func transact(_ transaction: any StorageTransaction) throws(SettingsError)

    /// No transaction has come for a while: gives back what is kept open between them. Does nothing unless a storage says
    /// otherwise.
    func rest()

    /// The repository is closed: what lies beside the file for later transactions goes at once, so that whoever removes the
    /// directory next meets nothing of it. Does not wait, though the last transaction may be under way; `rest` comes after
    /// that. Does nothing unless a storage says otherwise.
    func letGo()

    /// Calls `handler` whenever the bytes may have changed, until the watch is cancelled.
    ///
    /// Once watching has begun, `.look(settled: true)` comes first: what changed in between is not missed.
    func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch
}

extension SettingsStorage {
    public func rest() {}
    public func letGo() {}
}
