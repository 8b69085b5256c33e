import CLinux

/// The updates that wait for the committer.
///
/// After a commit of many, the next waits a moment until as many have come again: their tasks are being resumed just
/// then, and mostly come back with the next update. A lone updater never waits.
///
/// Sendable without being checked: everything that changes is touched with `monitor` held.
@safe
final class UpdateQueue<Value>: @unchecked Sendable {
    enum Admission {
        /// The committer is at work and will take it.
        case queued
        /// The committer must be woken.
        case mustDrain
        case closed
    }

    /// How long after a commit of many the next one is held back at most. Longer than it takes to resume the callers,
    /// and much shorter than a commit.
    private static var gatheringTime: Int64 { 150_000 }

    private let monitor = Monitor()
    private var updates: [any PendingUpdate<Value>] = []
    private var isDraining = false
    private var isClosed = false
    /// How many updates are worth waiting for; 0 while nobody waits.
    private var gathered = 0
    /// How many were taken last.
    private var lastCount = 0

    func add(_ update: any PendingUpdate<Value>) -> Admission {
        let (admission, isComplete) = monitor.withLock { () -> (Admission, Bool) in
            if isClosed { return (.closed, false) }
            updates.append(update)
            defer { isDraining = true }
            return (isDraining ? .queued : .mustDrain, updates.count == gathered)
        }
        if isComplete { monitor.signal() }
        return admission
    }

    /// All that wait; nil, and the next one must wake the committer, when none does.
    ///
    /// - Parameter last: when the last commit was over, in nanoseconds of the monotonic clock; 0 before the first.
    func next(after last: Int64 = 0) -> [any PendingUpdate<Value>]? {
        monitor.withLock {
            if lastCount > 1, updates.count < lastCount, !isClosed { gather(until: last + Self.gatheringTime) }
            lastCount = updates.count
            if updates.isEmpty {
                isDraining = false
                return nil
            }
            defer { updates = [] }
            return updates
        }
    }

    private func gather(until deadline: Int64) {
        let time = deadline - clinux_now()
        guard time > 0 else { return }
        gathered = lastCount
        defer { gathered = 0 }
        monitor.wait(atMost: .nanoseconds(time)) { updates.count >= gathered || isClosed }
    }

    /// No update is admitted any more; those that wait are still committed.
    ///
    /// - Returns: whether none does; otherwise `isOver` tells the committer when the last one is done.
    @discardableResult
    func close() -> Bool {
        let isOver = monitor.withLock {
            isClosed = true
            return !isDraining
        }
        monitor.signal()
        return isOver
    }

    /// Whether nothing is left, and nothing will come.
    var isOver: Bool { monitor.withLock { isClosed && !isDraining } }
}
