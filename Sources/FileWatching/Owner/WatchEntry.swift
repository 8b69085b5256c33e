/// A path that somebody watches, with what is known of it. Lives on the owner's thread.
final class WatchEntry {
    /// A watch that the entry holds, and what for.
    struct Hold {
        var watch: KernelWatch
        var needed: NeededWatch
    }

    let id: Int
    /// `nil`: it has timers and nothing else.
    let path: WatchedPath?
    /// Nanoseconds.
    let polling: Int64
    /// Nanoseconds; `nil`: off.
    let slowLook: Int64?
    let handler: @Sendable (FileSignal) -> Void
    let token: WatchToken

    var holds: [Hold] = []
    var walk: PathWalk?
    /// What stands in the way of watching this path.
    var limit: WatchLimit?
    var status: WatchStatus?
    /// How often, and by which worker, the path is surveyed.
    var round: SurveyRound?
    var isCancelled = false

    /// Whether it must be known when somebody is writing the file: who reads it has no other means to tell.
    var followsWriting = false
    var writing = WritingState.unknown
    var modifications = 0
    /// When the kernel told of the last one.
    var modifiedAt: Int64 = 0
    /// Something came, went or was renamed on the way: what is known of the file may be of another one.
    var isTurned = false

    /// The watch that tells of writing.
    var writingWatch: KernelWatch? {
        followsWriting ? holds.last.flatMap { $0.needed.purpose == .writing ? $0.watch : nil } : nil
    }

    /// The last walk could not be finished for want of descriptors or memory: `walk` and `holds` are those of before.
    var isCutOff = false
    /// `walk` was made after the last look: what it found may be new, and is no news to the next walk.
    var isWalkUnseen = false

    // What has come since the last delivery.
    var needsLook = false
    /// Something turned on the way: there is to be a look, after the walk.
    var owesLook = false
    var isSettled = false
    var needsWalk = false
    /// Something was renamed into place on the way: what the path leads to now is complete.
    var wasSwapped = false
    var isPending = false
    var isUrgent = false
    /// What was found last may still be in the middle of being written: the next survey tells.
    var awaitsQuiet = false

    init(_ registration: Registration) {
        id = registration.id
        path = registration.path
        polling = registration.polling
        slowLook = registration.slowLook
        handler = registration.handler
        token = registration.token
    }

    func send(_ signal: FileSignal) {
        if !token.isCancelled { handler(signal) }
    }
}
