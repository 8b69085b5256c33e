/// What a file's storage needs for writing, made with the first transaction: a storage that only reads has no use for it.
final class FileWriting: Sendable {
    /// The lock's descriptor between transactions, and what this storage knows of the directory.
    let desk = Locked(TransactionDesk())
    /// Held for a whole transaction: the lock of an open file description keeps out other storages, not a second
    /// thread with the same descriptor. Only threads that block anyway take it.
    let gate = Locked(Gate())
}
