/// A watch on a storage; it ends with `cancel()`.
public protocol StorageWatch: Sendable {
    /// No signal comes after the call of the handler that is under way, if any.
    func cancel()
    /// Asks for `.timer` after `duration`; a later call replaces an earlier one.
    func wake(after duration: Duration)
    /// Takes back `wake(after:)`.
    func cancelWake()
}
