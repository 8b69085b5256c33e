import Glibc

/// Where a thread that waits for a lock and the one that waits for it, but not for ever, meet.
///
/// Sendable without being checked: `state` is touched with `mutex` held.
@safe
final class LockTurn: @unchecked Sendable {
    enum Outcome { case granted, failed(SystemError), tooLate }

    private enum State { case waiting, finished(SystemError?), abandoned }

    private var state = State.waiting
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>

    init() {
        // unsafe: memory of our own, freed in deinit
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe changed = .allocate(capacity: 1)
        unsafe changed.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        // unsafe: the last reference is gone
        unsafe pthread_cond_destroy(changed)
        unsafe changed.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// The lock is granted, or failed; false when nobody waits for it any longer.
    func finish(_ failure: SystemError?) -> Bool {
        // unsafe: the pointers are valid as long as self
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if case .abandoned = state { return false }
        state = .finished(failure)
        unsafe pthread_cond_signal(changed)
        return true
    }

    func wait(nanoseconds: Int64) -> Outcome {
        var deadline = timespec()
        // unsafe: the pointers are valid as long as self; pthread's conditions count in real time
        unsafe clock_gettime(CLOCK_REALTIME, &deadline)
        let total = Int64(deadline.tv_nsec) + nanoseconds % 1_000_000_000
        deadline.tv_sec += Int(nanoseconds / 1_000_000_000 + total / 1_000_000_000)
        deadline.tv_nsec = Int(total % 1_000_000_000)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if case .finished(let failure) = state { return failure.map(Outcome.failed) ?? .granted }
            if unsafe pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT {
                if case .finished(let failure) = state { return failure.map(Outcome.failed) ?? .granted }
                state = .abandoned
                return .tooLate
            }
        }
    }
}
