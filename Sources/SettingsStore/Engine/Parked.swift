/// A subscriber that waits at a board for something new.
///
/// Of no generic type: a thousand of them are copied at each change, and the compiler must know how.
///
/// Safe: whoever takes it out of the board's list, with the board's lock held, is the only one to resume it, and does.
@safe
struct Parked: Sendable {
    let subscriber: Int
    private let continuation: UnsafeContinuation<Void, Never>

    init(subscriber: Int, continuation: UnsafeContinuation<Void, Never>) {
        self.subscriber = subscriber
        unsafe self.continuation = continuation
    }

    func resume() { unsafe continuation.resume() }
}
