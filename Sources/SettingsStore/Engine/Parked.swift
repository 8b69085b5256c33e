/// A subscriber that waits at a board for something new.
///
/// Of no generic type: a thousand of them are copied at each change, and the compiler must know how.
struct Parked: Sendable {
    let subscriber: Int
    /// Whoever takes it out of the board's list, with the board's lock held, is the only one to resume it, and does.
    ///
    /// Checked, though that could be left out: the thread sanitizer does not see how the other kind is handed over.
    let continuation: CheckedContinuation<Void, Never>

    /// More than so many are not resumed by the one who has something new, whose thread others need as well.
    private static let mostAtOnce = 16

    /// Resumes all of them, in their order.
    static func resume(_ all: [Parked]) {
        if all.count <= mostAtOnce {
            for parked in all { parked.continuation.resume() }
        } else {
            Task.detached { for parked in all { parked.continuation.resume() } }
        }
    }
}
