internal import CLinux
internal import Glibc

/// Threads of our own, for what must not wait for, or hold up, the cooperative pool.
enum WorkerThread {
    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts a thread that nobody joins; `false` when the system has none left. A name is at most 15 bytes.
    static func start(name: String, _ run: @escaping @Sendable () -> Void) -> Bool {
        // Unsafe: the reference goes through the C call as a pointer: retained here, released by the thread, or here
        // when there is no thread.
        let body = unsafe Unmanaged.passRetained(Body(name: name, run: run))
        let result = unsafe clinux_detached_thread(
            { argument in
                let body = unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue()
                unsafe clinux_name_thread(body.name)
                body.run()
                return nil
            }, body.toOpaque())
        if result != 0 { unsafe body.release() }
        return result == 0
    }
}
