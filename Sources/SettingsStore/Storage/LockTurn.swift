/// Where a thread that waits for a lock and the one that waits for it, but not for ever, meet.
///
/// Sendable without being checked: `state` is touched with `monitor` held.
final class LockTurn: @unchecked Sendable {
    enum Outcome { case granted, failed(SystemError), tooLate }

    private enum State {
        case waiting, finished(SystemError?)
        /// Nobody waits for it now; somebody may come back.
        case abandoned
        /// It came when nobody waited for it, and was given back.
        case over
    }

    private var state = State.waiting
    private let monitor = Monitor()

    /// The lock is granted, or failed; false when nobody waits for it any longer.
    func finish(_ failure: SystemError?) -> Bool {
        let isWanted = monitor.withLock {
            if case .abandoned = state {
                state = .over
                return false
            }
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

    /// Waits for it again; false when it has come and was given back meanwhile.
    func resume() -> Bool {
        monitor.withLock {
            guard case .abandoned = state else { return false }
            state = .waiting
            return true
        }
    }

    /// Waits no longer; false when it has come already, and is the caller's to give back.
    func abandon() -> Bool {
        monitor.withLock {
            guard case .waiting = state else { return false }
            state = .abandoned
            return true
        }
    }
}
