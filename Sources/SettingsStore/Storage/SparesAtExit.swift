import CLinux
import Glibc
import Synchronization

/// The spares of this process, which go with it when it ends in an orderly way: a program's last repository is seldom let
/// go before that.
///
/// Names alone are kept: none of them is ever anybody's save, whoever has it by then.
enum SparesAtExit {
    private static let paths = Locked<Set<String>>([])

    /// In which process they are, as `clinux_forks` tells them apart.
    private static let process = Atomic<Int32>(0)

    private static let hook: Void = {
        process.store(clinux_forks(), ordering: .relaxed)
        // Where it cannot be had, they are left to the next who writes.
        _ = atexit { SparesAtExit.removeAll() }
    }()

    static func add(_ path: String) {
        hook
        change { $0.insert(path) }
    }

    static func remove(_ path: String) {
        change { $0.remove(path) }
    }

    private static func change<Ignored>(_ body: (inout Set<String>) -> Ignored) {
        // A child must not find the lock held by a thread that it has not.
        clinux_hold_forks()
        defer { clinux_release_forks() }
        paths.withLock { _ = body(&$0) }
    }

    /// How often at most the lock is asked for: who holds it does so for an instant, unless it is the very thread that
    /// ends the process, from a signal's handler.
    private static let tries = 1000

    private static func removeAll() {
        // In a child they are the parent's.
        guard clinux_forks() == process.load(ordering: .relaxed) else { return }
        for _ in 0..<tries {
            let isDone = paths.withLockIfFree { paths in
                // unsafe: the path is a string for the length of the call
                for path in paths { _ = unsafe unlink(path) }
                return true
            }
            if isDone ?? false { return }
            sched_yield()
        }
    }
}
