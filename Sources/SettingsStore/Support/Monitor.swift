import Glibc

/// A lock and a condition: where threads wait for one another, and not for ever.
///
/// Sendable without being checked: both are made for being used by several threads, and have stable addresses.
@safe
package final class Monitor: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        // unsafe: memory of our own, freed in deinit
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe changed = .allocate(capacity: 1)
        unsafe changed.initialize(to: pthread_cond_t())
        // A clock that nobody sets.
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(changed, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        // unsafe: the last reference is gone, so nobody waits
        unsafe pthread_cond_destroy(changed)
        unsafe changed.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` alone.
    package func withLock<Result>(_ body: () -> Result) -> Result {
        // unsafe: the pointer is valid as long as self
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Wakes one of those who wait.
    package func signal() {
        // unsafe: the pointer is valid as long as self
        unsafe pthread_cond_signal(changed)
    }

    /// Lets go of the lock, which must be held, until `condition` is true.
    package func wait(until condition: () -> Bool) {
        // unsafe: both pointers are valid as long as self
        while !condition() { unsafe pthread_cond_wait(changed, mutex) }
    }

    /// Lets go of the lock, which must be held, until `condition` is true or the time is over.
    ///
    /// - Returns: whether the condition is true.
    @discardableResult
    package func wait(atMost duration: Duration, until condition: () -> Bool) -> Bool {
        var deadline = timespec()
        // unsafe: the pointers are valid as long as self, or for the length of the call
        unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = max(duration.nanoseconds, 0)
        let total = Int64(deadline.tv_nsec) + nanoseconds % 1_000_000_000
        deadline.tv_sec += Int(nanoseconds / 1_000_000_000 + total / 1_000_000_000)
        deadline.tv_nsec = Int(total % 1_000_000_000)
        while !condition() {
            if unsafe pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return condition() }
        }
        return true
    }
}
