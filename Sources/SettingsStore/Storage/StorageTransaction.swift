/// What a storage asks of whoever changes it, in the order of the calls.
///
/// All calls come on the thread that called `transact`.
public protocol StorageTransaction {
    /// The bytes that shall take the place of `bytes` (nil: nothing is there), or nil to leave them.
    ///
    /// Called again, with what is there then, when somebody else's save came first.
    /// - Throws: `TransactionError.unreadable` for bytes that do not parse or do not decode, which may mend themselves
    ///   (a save may be under way); `.refused` to give up.
    func draft(from bytes: [UInt8]?) throws(TransactionError) -> [UInt8]?

    /// Whether the draft says what it should: asked once for each draft that is not nil, before `willReplace`, and while
    /// the bytes are on their way to the disk, if the storage can. With false they are given up, and `draft` is called
    /// again.
    /// - Throws: `.refused` to give up.
    func isMeant() throws(TransactionError) -> Bool

    /// The bytes are about to become visible to others.
    func willReplace()
    /// They did not, after all: another `draft` or an error follows.
    func didNotReplace()
    /// They are there to stay, durable as asked for; the lock is still held, so nothing has come after them.
    func didReplace(with bytes: [UInt8])
    /// `draft` returned nil, and nobody changed the bytes before the lock was given back.
    func didKeep()
    /// The lock is given back: time to tell those who wait.
    func didUnlock()
    /// A process that died in the middle of a commit had a person's save in its hands: it is kept at `path`.
    func didKeepAside(_ path: String)
}
