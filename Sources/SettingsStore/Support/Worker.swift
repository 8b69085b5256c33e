import CLinux
import Glibc
import Synchronization

/// A thread for work that blocks, one job after the other: `fsync` on the cooperative pool would hold up tasks that
/// have nothing to do with it (the pool has as many threads as the machine has cores).
///
/// Not an actor with an executor of its own: to get there from a task takes a hop over the pool first, whose wake of a
/// sleeping processor costs more than the rest of a small commit.
///
/// The thread is started by the first job and ends after two idle seconds, so a thousand repositories that only read
/// cost no threads at all.
///
/// Sendable without being checked: `jobs`, `isRunning` and `isEnding` are touched with `monitor` held.
@safe
package final class Worker: @unchecked Sendable {
    private let monitor = Monitor()
    private var jobs: [@Sendable () -> Void] = []
    private var isRunning = false
    private var isEnding = false
    /// Jobs that were given and not yet taken.
    private let waiting = Atomic(0)

    /// How long at most the thread looks for the next job before it goes to sleep: whoever was waiting for the last one
    /// mostly comes back within that time, and to wake a thread on a sleeping processor takes as long.
    private static let vigil: Int64 = 150_000
    /// How long the thread waits for the next job before it ends.
    private static let patience: Duration = .seconds(2)

    private let onIdle: @Sendable () -> Void

    /// - Parameter onIdle: runs on the thread when it ends; new jobs may run on another one by then.
    package init(onIdle: @escaping @Sendable () -> Void) { self.onIdle = onIdle }

    /// Runs `job` after those that were given before.
    package func run(_ job: @escaping @Sendable () -> Void) {
        let mustStart = monitor.withLock {
            jobs.append(job)
            waiting.add(1, ordering: .relaxed)
            defer { isRunning = true }
            return !isRunning
        }
        if mustStart { Thread.start { self.work() } } else { monitor.signal() }
    }

    /// From now on the thread waits for no further job: it ends when those that were given are done.
    package func end() {
        monitor.withLock { isEnding = true }
        monitor.signal()
    }

    private func work() {
        var vigil: Int64 = 0
        while let job = next(vigil) {
            let start = clinux_now()
            job()
            // No longer than a small part of what the job took.
            vigil = min((clinux_now() - start) / 4, Self.vigil)
        }
        onIdle()
    }

    /// The next job, or nil when none came for `patience` and the thread is to end.
    private func next(_ vigil: Int64) -> (@Sendable () -> Void)? {
        let end = clinux_now() + vigil
        // Yielding: whoever else has something to do on this processor does it.
        while waiting.load(ordering: .relaxed) == 0, clinux_now() < end { sched_yield() }
        return monitor.withLock {
            if jobs.isEmpty { monitor.wait(atMost: Self.patience) { !jobs.isEmpty || isEnding } }
            if jobs.isEmpty {
                isRunning = false
                return nil
            }
            waiting.subtract(1, ordering: .relaxed)
            return jobs.removeFirst()
        }
    }
}
