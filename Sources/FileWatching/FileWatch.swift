/// A path that is being watched, for as long as this value lives or until it is cancelled.
package final class FileWatch: Sendable {
    let id: Int
    private let token: WatchToken
    private let thread: WatchThread

    init(id: Int, token: WatchToken, thread: WatchThread) {
        self.id = id
        self.token = token
        self.thread = thread
    }

    /// Ends the watch. On the watcher's thread nothing is delivered any more; on another one a delivery that is under
    /// way ends by itself and is the last.
    package func cancel() {
        if token.cancel() { thread.post(.cancel(id)) }
    }

    /// Asks for one `.timer` after `delay`, in place of one that is still to come.
    package func wake(after delay: Duration) {
        thread.post(.wake(id, at: Nanoseconds.now + Nanoseconds.of(delay)))
    }

    /// Takes back what `wake(after:)` asked for.
    package func cancelWake() {
        thread.post(.cancelWake(id))
    }

    deinit {
        cancel()
    }
}
