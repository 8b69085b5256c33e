internal import Synchronization

/// A path that is being watched, for as long as this value lives or until it is cancelled.
package final class FileWatch: Sendable {
    private let followsWriting = Atomic(false)
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

    /// Begins to watch, if that could not be done until now for want of a thread. For whoever comes by, and often.
    package func retry() { thread.retry() }

    /// From now on the kernel is asked to tell when somebody writes the file, so that ``writing()`` can say so: for those
    /// who can have no lease on it. It costs a watch more for the file, and a wake for each burst of writes.
    package func followWriting() {
        if !followsWriting.exchange(true, ordering: .relaxed) { thread.post(.followWriting(id)) }
    }

    /// Whether somebody is in the middle of writing the file, as far as the kernel has told by now.
    ///
    /// `.unknown` before ``followWriting()`` has taken effect, for a file that nobody has closed after writing since, and
    /// where the kernel does not tell. On another thread than the watcher's the events cannot be read, so somebody may
    /// be writing: `.underWay`.
    package func writing() -> WritingState {
        guard followsWriting.load(ordering: .relaxed), !token.isCancelled else { return .unknown }
        guard thread.isCurrent else { return .underWay }
        let id = id
        return InotifyOwner.shared.assumeIsolated { owner in
            owner.entries[id].map { owner.writing($0) } ?? .unknown
        }
    }

    deinit {
        cancel()
    }
}
