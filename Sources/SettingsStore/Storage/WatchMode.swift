/// How changes from outside are noticed.
public enum WatchMode: Sendable, Hashable {
    /// At once: the kernel tells.
    case events
    /// The kernel tells of some changes and cannot tell of others, for the reason given; the rest is polled.
    case limited(reason: String)
    /// By looking again and again, for the reason given.
    case polling(reason: String)
}
