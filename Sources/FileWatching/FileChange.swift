/// 'Look at this path again': an element of ``FileWatcher/changes(to:)``.
///
/// It does not tell what happened: between the event and your look other things can have happened. Look at the path and
/// compare with what you know.
public struct FileChange: Sendable, Hashable {
    /// How many times since the registration a save was known to be complete, or the path to lead to a finished file.
    ///
    /// Only the newest element is kept for a slow reader; this number has grown if any of those it missed was one.
    public let settledCount: Int

    /// The newest look that this element stands for came with a complete save.
    public let isSettled: Bool

    /// How changes to the path are noticed at the time of this element.
    public let status: WatchStatus
}
