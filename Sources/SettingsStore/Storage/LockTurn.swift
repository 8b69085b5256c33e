/// Where a thread that waits for a lock and the one that waits for it, but not for ever, meet.
///
/// Sendable without being checked: `state` is touched with `monitor` held.
final class LockTurn: @unchecked Sendable {
    enum Outcome { case granted, failed(SystemError), tooLate }

    private enum State { case waiting, finished(SystemError?), abandoned }

    private var state = State.waiting
    private let monitor = Monitor()

    /// The lock is granted, or failed; false when nobody waits for it any longer.
    func finish(_ failure: SystemError?) -> Bool {
        let isWanted = monitor.withLock {
            if case .abandoned = state { return false }
            state = .finished(failure)
            return true
        }
        monitor.signal()
        return isWanted
    }

    func wait(nanoseconds: Int64) -> Outcome {
        monitor.withLock {
            monitor.wait(atMost: .nanoseconds(nanoseconds)) { if case .finished = state { true } else { false } }
            if case .finished(let failure) = state { return failure.map(Outcome.failed) ?? .granted }
            state = .abandoned
            return .tooLate
        }
    }
}
