import Glibc

/// Runs `body` on a thread whose stack has so many kibibytes, and waits for it: by default half a megabyte, as those of a
/// cooperative pool may have. An overflow ends the process.
func onSmallStack(kibibytes: Int = 512, _ body: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let work = Work(body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, kibibytes << 10)
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, &attributes,
        { argument in
            Unmanaged<Work>.fromOpaque(argument!).takeUnretainedValue().run()
            return nil
        }, Unmanaged.passUnretained(work).toOpaque())
    precondition(failure == 0, "no thread: \(failure)")
    withExtendedLifetime(work) { _ = pthread_join(thread, nil) }
}
