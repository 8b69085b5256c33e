import Glibc

/// An executor with a thread of its own, for work that blocks: `fsync` on the cooperative pool would hold up tasks
/// that have nothing to do with it (the pool has as many threads as the machine has cores).
///
/// The thread is started by the first job and ends after two idle seconds, so a thousand repositories that only read
/// cost no threads at all.
///
/// Sendable without being checked: `jobs`, `running` and `idle` are touched with `mutex` held.
@safe
package final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrived: UnsafeMutablePointer<pthread_cond_t>
    private var jobs: [UnownedJob] = []
    private var running = false

    /// How long a thread waits for the next job before it ends.
    private static let patience = 2

    package init() {
        // unsafe: memory of our own, freed in deinit
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe arrived = .allocate(capacity: 1)
        unsafe arrived.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(arrived, nil)
    }

    deinit {
        // unsafe: a running thread holds a reference, so none is running
        unsafe pthread_cond_destroy(arrived)
        unsafe arrived.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // unsafe: both pointers are valid as long as self
        unsafe pthread_mutex_lock(mutex)
        jobs.append(job)
        let mustStart = !running
        running = true
        unsafe pthread_cond_signal(arrived)
        unsafe pthread_mutex_unlock(mutex)
        if mustStart { Thread.start { self.run() } }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        // unsafe: every actor on this executor holds it strongly
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    private func run() {
        while let batch = next() {
            // unsafe: run once each, on the one thread of this executor
            for job in batch { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    /// The jobs that wait, or nil when none came for `patience` seconds and the thread is to end.
    private func next() -> [UnownedJob]? {
        // unsafe: both pointers are valid as long as self
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if jobs.isEmpty {
            var deadline = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &deadline)
            deadline.tv_sec += Self.patience
            while jobs.isEmpty {
                if unsafe pthread_cond_timedwait(arrived, mutex, &deadline) == ETIMEDOUT { break }
            }
        }
        if jobs.isEmpty {
            running = false
            return nil
        }
        let batch = jobs
        jobs.removeAll(keepingCapacity: true)
        return batch
    }
}
