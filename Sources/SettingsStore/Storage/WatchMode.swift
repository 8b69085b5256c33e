/// How changes from outside are noticed.
public enum WatchMode: Sendable, Hashable {
    /// At once: the kernel tells.
    case events
    /// The kernel tells of some changes and cannot tell of others, for the reason given; the rest is polled.
    case limited(reason: String)
    /// By looking again and again, for the reason given.
    case polling(reason: String)
    /// Not at all for now, for the reason given. It is tried again every second, and by each call of the repository.
    case unwatched(reason: String)
}
