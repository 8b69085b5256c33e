import CLinux

/// A detached thread that runs one closure, with every signal blocked: a program's signals are for its own threads.
package enum Thread {
    package static func start(_ body: @escaping @Sendable () -> Void) {
        // unsafe: the thread takes over the reference that is retained for it here
        let box = unsafe Unmanaged.passRetained(Body(body))
        let failure = unsafe clinux_detached_thread(
            { argument in
                unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        // No thread to be had (a limit): better late, on this one, than never.
        if failure != 0 { unsafe box.takeRetainedValue().run() }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
