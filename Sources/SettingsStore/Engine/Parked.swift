/// A subscriber that waits at a board for something new.
///
/// Of no generic type: a thousand of them are copied at each change, and the compiler must know how.
struct Parked: Sendable {
    var subscriber: Int
    var continuation: CheckedContinuation<Void, Never>
}
