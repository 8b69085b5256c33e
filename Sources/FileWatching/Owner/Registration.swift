internal import Synchronization

/// What a caller asks the owner to watch.
struct Registration: Sendable {
    var id: Int
    /// `nil`: nothing is watched, there are only the moments that are asked for.
    var path: WatchedPath?
    var polling: Int64
    var slowLook: Int64?
    var handler: @Sendable (FileSignal) -> Void
    var token: WatchToken
}

/// Tells the watcher's thread at once that nobody wants to hear any more.
final class WatchToken: Sendable {
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Whether this call was the first.
    func cancel() -> Bool {
        !cancelled.exchange(true, ordering: .acquiringAndReleasing)
    }
}
