internal import Glibc

/// Room on the stack for work that calls itself once for each level of nesting.
///
/// A thread may have a stack of half a megabyte, and decoding into types that hold themselves takes three kilobytes a
/// level without optimisation: two hundred levels. Text nested deeper than usual is worked on where there is room, if
/// need be on a thread of its own, while the caller waits.
enum StackRoom {
    /// Bytes that one level may take: the most that was measured, and as much again for what a type does of its own.
    private static let bytesALevel = 8 << 10
    /// Levels for which every thread has room.
    static let levelsAtHand = 24

    /// Calls `body`, which may nest `levels` deep.
    @inline(__always)
    static func reserving<Value, Failure: Error>(
        levels: Int, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if levels <= levelsAtHand { return try body() }
        return try reservingMore(levels, body)
    }

    @inline(never)
    private static func reservingMore<Value, Failure: Error>(
        _ levels: Int, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let wanted = levels * bytesALevel
        if remaining >= wanted { return try body() }
        var outcome: Result<Value, Failure>?
        // It runs before this function returns, or never.
        withoutActuallyEscaping(body) { body in
            runOnThread(stack: wanted + (256 << 10)) {
                do throws(Failure) { outcome = .success(try body()) } catch { outcome = .failure(error) }
            }
        }
        // No thread could be had: then here, for better or worse.
        guard let outcome else { return try body() }
        return try outcome.get()
    }

    private typealias ThreadAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// glibc's `pthread_getattr_np`, which its headers show to C only where GNU's extensions are asked for.
    private static let threadAttributes: ThreadAttributes? =
        // The function of this name has this type.
        unsafe dlsym(nil, "pthread_getattr_np").map { unsafe unsafeBitCast($0, to: ThreadAttributes.self) }

    /// Bytes of this thread's stack below this call; none where the system does not tell.
    private static var remaining: Int {
        var attributes = pthread_attr_t()
        // The attributes are filled here and given back here; the marker is only asked for its address.
        guard let threadAttributes = unsafe threadAttributes,
            unsafe threadAttributes(pthread_self(), &attributes) == 0
        else { return 0 }
        defer { unsafe _ = pthread_attr_destroy(&attributes) }
        var lowest: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest = unsafe lowest
        else { return 0 }
        var marker: UInt8 = 0
        let here = unsafe withUnsafeMutablePointer(to: &marker) { Int(bitPattern: $0) }
        return here - Int(bitPattern: lowest)
    }

    private final class Work {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread and waits for it; does nothing where there is no thread to be had.
    private static func runOnThread(stack: Int, _ body: @escaping () -> Void) {
        let work = Work(body)
        var attributes = pthread_attr_t()
        var thread = pthread_t()
        // `work` outlives the thread, which is joined here; nobody else touches it meanwhile.
        unsafe pthread_attr_init(&attributes)
        defer { unsafe _ = pthread_attr_destroy(&attributes) }
        guard unsafe pthread_attr_setstacksize(&attributes, (stack + 4095) & ~4095) == 0 else { return }
        // A program's signals are for its own threads.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        let failure = unsafe pthread_create(
            &thread, &attributes,
            { argument in
                // Made below of a reference that lives until the thread is joined.
                unsafe Unmanaged<Work>.fromOpaque(argument!).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(work).toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard failure == 0 else { return }
        withExtendedLifetime(work) { _ = pthread_join(thread, nil) }
    }
}
