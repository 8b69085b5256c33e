internal import Glibc

/// Room on the stack for work that calls itself once for each level of nesting.
///
/// A thread may have a stack of half a megabyte or less, and what a level takes depends on the types at work and on how
/// they were compiled. So nothing is guessed: a run goes down the little that every thread has, then looks how much is
/// left, and when that is used up goes on where there is room, on a thread of its own, while the caller waits.
struct StackRoom {
    /// Bytes that every thread has left where a run begins.
    private static let atHand: UInt = 16 << 10
    /// Bytes that are kept for the level that is entered with the last of the room: for the frames of a large type, and
    /// for what it calls.
    private static let kept: UInt = 128 << 10
    /// Bytes of stack of the threads that go on.
    private static let threadSize: UInt = 8 << 20

    /// The addresses that a frame may have without another look.
    private var lowest: UInt
    private var size: UInt

    /// The room of a run that begins here.
    init() {
        // What lies above belongs to the callers.
        lowest = Self.actualHere &- Self.atHand
        size = Self.atHand + (4 << 10)
    }

    private init(above lowest: UInt, to highest: UInt) {
        self.lowest = lowest
        size = highest &- lowest
    }

    @inline(__always)
    private func holds(_ address: UInt) -> Bool { address &- lowest < size }

    /// Whether another level may be entered.
    @inline(__always)
    static func suffices(_ room: UnsafePointer<StackRoom>) -> Bool { unsafe room.pointee.holds(here) }

    /// Calls `body`, which enters another level, where there is room for it.
    ///
    /// - Throws: What `body` throws; `.tooDeep` where there is no room and no thread to be had.
    @inline(never)
    static func entering<Value>(
        _ room: UnsafeMutablePointer<StackRoom>, _ body: () throws -> Value
    ) throws -> Value {
        let here = actualHere
        // Where the addresses of variables are not those of frames, it comes to this each time.
        if unsafe room.pointee.holds(here) { return try body() }
        if let bounds = StackBounds.current, bounds.contains(here), here - bounds.lowest > kept {
            unsafe room.pointee = StackRoom(above: bounds.lowest + kept, to: bounds.highest)
            return try body()
        }
        let before = unsafe room.pointee
        // The caller, who owns the memory behind the pointer, waits.
        defer { unsafe room.pointee = before }
        let outcome = onThread(stack: threadSize) { () -> Result<Value, any Error> in
            unsafe room.pointee = ofNewThread
            return Result { try body() }
        }
        guard let outcome else {
            throw SettingsError(
                .tooDeep, "the stack of this thread has no room for values nested so deep, and no thread could be had")
        }
        return try outcome.get()
    }

    /// The room of a thread that has just begun.
    private static var ofNewThread: StackRoom {
        let here = actualHere
        if let bounds = StackBounds.current, bounds.contains(here) {
            return StackRoom(above: bounds.lowest + kept, to: bounds.highest)
        }
        // What the system itself keeps at the top is less than a quarter.
        return StackRoom(above: here &- threadSize / 4 * 3 + kept, to: here + (64 << 10))
    }

    /// About where the stack of this thread ends at the moment, by the address of a variable.
    @inline(never)
    private static var here: UInt {
        var marker: UInt8 = 0
        // Only the address is asked for.
        return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }

    /// The same where a variable need not lie on the stack.
    private static var actualHere: UInt {
        var marker: UInt8 = 0
        // As above.
        return unsafe withUnsafeMutablePointer(to: &marker) { StackBounds.actual(UInt(bitPattern: $0)) }
    }
}

/// For work of the library's own, whose frames are known.
extension StackRoom {
    /// Bytes that one level may take: four times what comparing takes with the address sanitizer on.
    private static let bytesALevel = 16 << 10
    /// Levels for which every thread has room, with that too.
    private static let levelsAtHand = 8

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
        let wanted = UInt(levels * bytesALevel)
        let here = actualHere
        if let bounds = StackBounds.current, bounds.contains(here), here - bounds.lowest >= wanted {
            return try body()
        }
        let outcome = onThread(stack: wanted + 2 * kept) { () -> Result<Value, Failure> in
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        // No thread could be had: then here, for better or worse.
        guard let outcome else { return try body() }
        return try outcome.get()
    }
}

extension StackRoom {
    private final class Work {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// What `body` gives on a new thread, waited for; nil where there is no thread to be had.
    private static func onThread<Value>(stack: UInt, _ body: () -> Value) -> Value? {
        var result: Value?
        // It runs before this function returns, or never.
        withoutActuallyEscaping(body) { body in run(Work { result = body() }, stack: Int(stack)) }
        return result
    }

    private static func run(_ work: Work, stack: Int) {
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
