import Glibc

/// State that several threads share, behind a lock that is held for a few instructions and never across a wait.
///
/// What actors cannot serve: the value that a synchronous `init`, a watcher's thread and a writer's thread hand over.
/// `Synchronization.Mutex` would do, but its futex lives in a library that the thread sanitizer does not see into, so
/// that every hand-over is reported as a race; a pthread mutex is seen.
///
/// Sendable without being checked: `state` is reached through `withLock` alone, with the mutex held, and the mutex has
/// a stable address of its own.
@safe
package final class Locked<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// `PTHREAD_MUTEX_ADAPTIVE_NP`, by its number: not every C library's module shows the name.
    private static var adaptive: Int32 { 3 }

    package init(_ state: sending State) {
        self.state = state
        // unsafe: memory of our own, freed in deinit
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        // Adaptive: who meets the lock held spins for a moment, since it is held for a few instructions; to sleep and to
        // be woken costs more than all that is done under it.
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Self.adaptive)
        unsafe pthread_mutex_init(mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        // unsafe: the last reference is gone, so nobody holds the mutex
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` alone with the state. `body` neither waits nor calls out to a user's code.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // unsafe: the pointer is valid as long as self
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
