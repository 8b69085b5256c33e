/// Decides when to look at a watched text, when to wait, and when to say something: pure, with the time as an argument.
///
/// The rules, found with twenty real savers (`docs/watching.md`): somebody writes → look again every 25 ms, for a
/// second at most (ten where it is polled); nothing there → 250 ms before it counts; it does not parse → 250 ms before
/// that is told, a second where there is no way to know whether somebody is writing it; no way to know whether it is
/// whole and no sign that a save is complete → 100 ms of quiet.
struct ReloadMachine {
    static let busyInterval: Duration = .milliseconds(25)
    static let busyLimit: Duration = .seconds(1)
    /// The same where the file is polled. Where the kernel tells of a writer's end, there is mostly no look before that.
    static let polledBusyLimit: Duration = .seconds(10)
    /// When to look again at what could not be read for a reason that passes without a sign.
    static let repetition: Duration = .seconds(1)
    static let missingGrace: Duration = .milliseconds(250)
    static let badGrace: Duration = .milliseconds(250)
    /// The same where somebody may still be writing: a file made anew is empty for as long as its writer is kept waiting.
    static let uncertainBadGrace: Duration = .seconds(1)
    static let quiet: Duration = .milliseconds(100)
    /// How long what somebody has open, and leaves alone, may be half of a save: a loaded machine keeps its writer waiting.
    static let halfGrace: Duration = .seconds(10)

    /// What a look found.
    enum Finding {
        /// The text that is current.
        case same
        /// Another text, good. Certain: nobody was writing, or nobody has for long enough.
        case good(isCertain: Bool)
        /// A text that is not valid, and not the one that was refused last.
        case bad(isCertain: Bool)
        /// The text that was refused last.
        case refused
        case missing
        case busy
    }

    /// What to do about it.
    struct Reaction: Equatable {
        enum Step: Equatable {
            case nothing
            /// What was found is current: confirm it, if there was trouble before.
            case confirm
            case publish
            case reject
            case reportMissing
            /// Look again at once, even though somebody seems to be writing.
            case insist
        }

        var step: Step = .nothing
        /// When to look again if nothing is heard before; nil for never.
        var wake: Duration?
    }

    /// Since when a state that may pass has lasted.
    private var busySince: Duration?
    private var missingSince: Duration?
    private var badSince: Duration?
    private var quietSince: Duration?
    private var halfSince: Duration?

    /// Whether the look that is made next follows the sign of a completed save.
    private(set) var isSettled = false

    init() {}

    /// Something may have happened.
    mutating func signal(settled: Bool) {
        if settled { isSettled = true }
        // The quiet that was waited for is broken.
        quietSince = nil
        badSince = nil
        halfSince = nil
    }

    /// - Parameters:
    ///   - isAsked: somebody waits for the answer and takes what there is, if it is whole.
    ///   - isInsisting: the look was made even though somebody seems to be writing.
    ///   - isPolled: looks are made because the time has come, whether or not a writer has come to an end.
    mutating func found(
        _ finding: Finding, at now: @autoclosure () -> Duration, isAsked: Bool = false, isInsisting: Bool = false,
        isPolled: Bool = false
    ) -> Reaction {
        // Of a save that is seen to have another one behind it, the sign is spent.
        let isSettled = isSettled || isInsisting
        self.isSettled = false
        switch finding {
        case .same:
            reset()
            return Reaction(step: .confirm)
        case .refused:
            reset()
            return Reaction()
        case .good(let isCertain):
            if isCertain || isSettled || lasts(\.quietSince, Self.quiet, now()) {
                reset()
                return Reaction(step: .publish)
            }
            busySince = nil
            missingSince = nil
            badSince = nil
            return Reaction(wake: rest(\.quietSince, Self.quiet, now()))
        case .bad(let isCertain):
            if isInsisting, !isCertain, !isAsked, !lasts(\.halfSince, Self.halfGrace, now()) {
                return Reaction(wake: Self.repetition)
            }
            let grace = isCertain ? Self.badGrace : Self.uncertainBadGrace
            if isInsisting || isAsked && isCertain || lasts(\.badSince, grace, now()) {
                reset()
                return Reaction(step: .reject)
            }
            busySince = nil
            missingSince = nil
            return Reaction(wake: rest(\.badSince, grace, now()))
        case .missing:
            if isAsked || isInsisting || lasts(\.missingSince, Self.missingGrace, now()) {
                reset()
                return Reaction(step: .reportMissing)
            }
            busySince = nil
            badSince = nil
            return Reaction(wake: rest(\.missingSince, Self.missingGrace, now()))
        case .busy:
            let limit = isPolled && !isAsked ? Self.polledBusyLimit : Self.busyLimit
            if lasts(\.busySince, limit, now()) {
                busySince = nil
                return Reaction(step: .insist)
            }
            missingSince = nil
            badSince = nil
            return Reaction(wake: Self.busyInterval)
        }
    }

    private mutating func reset() { self = ReloadMachine() }

    /// Whether a state has lasted for `limit`; notes its beginning the first time.
    private mutating func lasts(_ since: WritableKeyPath<Self, Duration?>, _ limit: Duration, _ now: Duration) -> Bool {
        guard let begin = self[keyPath: since] else {
            self[keyPath: since] = now
            return false
        }
        return now - begin >= limit
    }

    private func rest(_ since: KeyPath<Self, Duration?>, _ limit: Duration, _ now: Duration) -> Duration {
        limit - (now - (self[keyPath: since] ?? now))
    }
}
