import Glibc

/// Signals as a stream.
///
/// They are blocked for the whole program, and its main thread does nothing but wait for them: no handler runs in the
/// middle of anything. (A main thread that the runtime has for an `async` main waits in a way that lets every signal
/// through, so the program must not have one.)
struct Signals: Sendable {
    /// Each signal as it comes.
    let stream: AsyncStream<Int32>
    private let continuation: AsyncStream<Int32>.Continuation
    private let numbers: sigset_t

    /// Has the signals come through the stream, and in no other way. To be made before the program starts a thread.
    init(_ numbers: Int32...) {
        var signals = sigset_t()
        // unsafe: pointers to a local for the length of each call
        unsafe sigemptyset(&signals)
        for number in numbers { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.numbers = signals
        (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    }

    /// Waits for signals, for ever: what the main thread does from here on.
    func wait() -> Never {
        var numbers = numbers
        while true {
            var number: Int32 = 0
            // unsafe: pointers to locals for the length of the call
            if unsafe sigwait(&numbers, &number) == 0 { continuation.yield(number) }
        }
    }
}
