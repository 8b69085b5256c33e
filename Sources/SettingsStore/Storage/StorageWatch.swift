/// A watch on a storage; it ends with `cancel()`.
public protocol StorageWatch: Sendable {
    /// No signal comes after the call of the handler that is under way, if any.
    func cancel()
    /// Asks for `.timer` after `duration`; a later call replaces an earlier one.
    func wake(after duration: Duration)
    /// Takes back `wake(after:)`.
    func cancelWake()
    /// Begins to watch if that was not possible until now (`WatchMode.unwatched`); called often.
    func retry()
    /// What is read of this storage is not certain to be whole: from now on `writing` should know.
    func followWriting()
    /// Who is in the middle of writing, as far as is known by now. Asked before and after reading.
    func writing() -> StorageWriting
}

/// What a watch knows of those who write its storage.
public enum StorageWriting: Sendable, Hashable {
    /// Nothing that could be relied on.
    case unknown
    /// Somebody is in the middle of writing, or may be, and a look from the handler would tell.
    case underWay
    /// Nobody is; the number is another one after each save. The same before and after reading: what was read is whole.
    case none(Int)
}

extension StorageWatch {
    /// Nothing: for storages that can always be watched.
    public func retry() {}
    /// Nothing: for storages that are always certain, or can never know.
    public func followWriting() {}
    /// Not known.
    public func writing() -> StorageWriting { .unknown }
}
