import Glibc

/// State that several threads share, behind a lock that is held for a few instructions and never across a wait.
///
/// What actors cannot serve: the value that a synchronous `init`, a watcher's thread and a writer's thread hand over.
/// `Synchronization.Mutex` would do, but its futex lives in a library that the thread sanitizer does not see into, so
/// that every hand-over is reported as a race; a pthread mutex is seen.
///
/// State and mutex lie in one piece of memory, whose address does not change.
///
/// For a stretch of code without a state there is `Gate`.
///
/// Sendable without being checked: `state` is reached through `withLock` alone, with the mutex held, and the mutex has
/// a stable address of its own.
@safe
package struct Locked<State>: @unchecked Sendable {
    /// The memory; the state is its header, the mutex its only element.
    // unsafe: a pthread mutex has pointers of the C library in it, which nobody here touches
    @unsafe private final class Cell: ManagedBuffer<State, pthread_mutex_t> {
        deinit {
            // unsafe: the last reference is gone, so nobody holds the mutex
            _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) }
        }
    }

    /// Keeps the memory that the two pointers are into.
    private let cell: AnyObject
    private let state: UnsafeMutablePointer<State>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// `PTHREAD_MUTEX_ADAPTIVE_NP`, by its number: not every C library's module shows the name.
    private static var adaptive: Int32 { 3 }

    package init(_ state: sending State) {
        let cell = unsafe Cell.create(minimumCapacity: 1) { _ in state }
        self.cell = unsafe cell
        // unsafe: tail-allocated memory stays where it is as long as the cell, which goes with the last copy of self
        unsafe (self.state, mutex) = cell.withUnsafeMutablePointers { unsafe ($0, $1) }
        // Adaptive: who meets the lock held spins for a moment, since it is held for a few instructions; to sleep and to
        // be woken costs more than all that is done under it.
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Self.adaptive)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, &attributes)
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    /// Runs `body` alone with the state. `body` neither waits nor calls out to a user's code.
    ///
    /// Inlined: in generic code a call would have to look up the types of state and result first.
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // unsafe: the pointers are valid as long as the cell, which the caller's copy of self holds
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_mutex_unlock(mutex)
            withExtendedLifetime(cell) {}
        }
        return try unsafe body(&state.pointee)
    }

    /// The same where nobody holds it at this instant; else nil, and `body` is not called.
    package func withLockIfFree<Result>(_ body: (inout State) -> Result) -> Result? {
        // unsafe: as above
        guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer {
            unsafe pthread_mutex_unlock(mutex)
            withExtendedLifetime(cell) {}
        }
        return unsafe body(&state.pointee)
    }
}
