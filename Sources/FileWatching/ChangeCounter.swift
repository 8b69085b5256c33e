internal import Synchronization

/// Makes the elements of a stream out of the signals of a watch. The watcher's thread calls it, and before that the one that begins.
final class ChangeCounter: Sendable {
    private let settled = Atomic(0)
    private let status: StatusBox = StatusBox()

    func change(after signal: FileSignal) -> FileChange? {
        switch signal {
        case .timer: return nil
        case .status(let new):
            // A status that changes later is worth an element; the first one comes with the first look, if there will be one.
            let isFirst = status.replace(with: new) == nil
            if isFirst, case .unwatched = new { return element(isSettled: false) }
            return isFirst ? nil : element(isSettled: false)
        case .look(let isSettled):
            if isSettled { settled.wrappingAdd(1, ordering: .relaxed) }
            return element(isSettled: isSettled)
        }
    }

    private func element(isSettled: Bool) -> FileChange {
        FileChange(
            settledCount: settled.load(ordering: .relaxed), isSettled: isSettled, status: status.value ?? .inotify)
    }
}

/// A status that one thread replaces and reads.
private final class StatusBox: Sendable {
    private let stored = Mutex<WatchStatus?>(nil)

    var value: WatchStatus? { stored.withLock { $0 } }

    func replace(with new: WatchStatus) -> WatchStatus? {
        stored.withLock { old in
            defer { old = new }
            return old
        }
    }
}
