/// Which looks wait for a commit that is under way, and which are needless: pure, with the time as an argument.
///
/// From the draft on, a look would find what the draft was made from, or a save that came since, which the commit itself
/// finds before it is done. It is held back, and only made if the commit comes to nothing. From the instant on at which the
/// new text can be seen, what a look finds may be that text or a later one: it is made when the commit is over.
struct CommitWindow {
    /// How long a look is held back for the sake of a draft: a disk that stalls must not keep others' saves from being seen.
    static let patience: Duration = .milliseconds(20)

    enum Pass { case free, withheld, deferred }

    private(set) var isVisible = false
    private var draftSince: Duration?
    private var isLookWithheld = false
    private var isLookOwed = false

    /// Whether a look may be made now.
    ///
    /// - Parameter isAsked: somebody waits to be told what is there now.
    mutating func pass(at now: @autoclosure () -> Duration, isAsked: Bool) -> Pass {
        if isVisible {
            isLookOwed = true
            return .deferred
        }
        guard let draftSince, !isAsked, now() - draftSince < Self.patience else { return .free }
        isLookWithheld = true
        return .withheld
    }

    /// Whether what a look found may be published; noted where it may not, for there will be another look.
    mutating func isOpen() -> Bool {
        if isVisible { isLookOwed = true }
        return !isVisible
    }

    /// What is there has been read, and a draft is made from it.
    mutating func beginDraft(at now: Duration) { draftSince = now }

    /// Others can see the text from here on.
    mutating func becomeVisible() { isVisible = true }

    /// The commit is over, or this attempt at it.
    ///
    /// - Parameter hasReplaced: the draft took the place of what it was made from, and of nothing else.
    /// - Returns: whether a look waits to be made.
    mutating func close(hasReplaced: Bool) -> Bool {
        defer { self = CommitWindow() }
        return isLookOwed || isLookWithheld && !hasReplaced
    }
}
