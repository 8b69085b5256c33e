/// What a storage asks of whoever changes it, in the order of the calls.
///
/// All calls come on the thread that called `transact`.
public protocol StorageTransaction {
    /// What is probably there: a storage that finds just this may hand it to `draft`, in place of a copy. Nil unless a
    /// transaction says otherwise.
    var expected: StoredText? { get }

    /// The text that shall take the place of `text` (nil: nothing is there), or nil to leave that.
    ///
    /// Called again, with what is there then, when somebody else's save came first.
    /// - Throws: `TransactionError.unreadable` for a text that does not parse or does not decode, which may mend itself
    ///   (a save may be under way); `.refused` to give up.
    func draft(from text: StoredText?) throws(TransactionError) -> StoredText?

    /// Whether the draft says what it should: asked once for each draft that is not nil, before `willReplace`, and while
    /// the text is on its way to the disk, if the storage can. With false it is given up, and `draft` is called again.
    /// - Throws: `.refused` to give up.
    func isMeant() throws(TransactionError) -> Bool

    /// The text is about to become visible to others. Whoever changed what the draft was made from must be found after this
    /// call, and the text is not replaced then: signals of the watch that came since `draft` may have been passed over.
    func willReplace()
    /// It did not, after all: another `draft` or an error follows.
    func didNotReplace()
    /// It is there to stay, durable as asked for; the lock is still held, so nothing has come after it.
    func didReplace(with text: StoredText)
    /// `draft` returned nil, and nobody changed the text before the lock was given back.
    func didKeep()
    /// The lock is given back: time to tell those who wait.
    func didUnlock()
    /// A process that died in the middle of a commit had a person's save in its hands: it is kept at `path`.
    func didKeepAside(_ path: String)
}

extension StorageTransaction {
    public var expected: StoredText? { nil }
}
