import Glibc

/// The spares of this process, which go with it when it ends in an orderly way: a program's last repository is seldom let
/// go before that.
///
/// Names alone are kept: none of them is ever anybody's save, whoever has it by then.
enum SparesAtExit {
    private static let paths = Locked<Set<String>>([])

    private static let hook: Void = {
        // Where it cannot be had, they are left to the next who writes.
        _ = atexit { SparesAtExit.removeAll() }
    }()

    static func add(_ path: String) {
        hook
        paths.withLock { _ = $0.insert(path) }
    }

    static func remove(_ path: String) {
        paths.withLock { _ = $0.remove(path) }
    }

    private static func removeAll() {
        // unsafe: the path is a string for the length of the call
        for path in paths.withLock({ $0 }) { _ = unsafe unlink(path) }
    }
}
