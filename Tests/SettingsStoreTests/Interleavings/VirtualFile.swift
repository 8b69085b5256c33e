@testable import SettingsStore

/// A file, those who save it, its watch and a repository's reload machine, with a clock that only moves when it is told:
/// all that the settle rules depend on, and nothing else.
struct VirtualFile {
    /// How the reader knows that nobody is writing.
    enum Knowledge: CaseIterable {
        /// A lease is to be had.
        case lease
        /// None is, and the kernel tells of those who modify the file.
        case events
        /// Neither: a text is uncertain, and writers are quick (or nothing could be promised).
        case nothing
    }

    enum Step: CaseIterable {
        // What others do.
        case beginWriting, endWriting, renameOver, saveBadly, saveSameAgain, remove, touch
        // What the repository does.
        case lookForEvents, letTimeGoBy
    }

    enum Content: Equatable {
        case missing
        case good(Int)
        case bad(Int)
    }

    private let knowledge: Knowledge
    private var machine = ReloadMachine()
    private var now: Duration = .zero
    /// When the machine wants to look again.
    private var wake: Duration?
    /// What the kernel has told, and nobody has read yet.
    private var signals: [Bool] = []

    private(set) var content = Content.good(0)
    private(set) var isBeingWritten = false
    private var saves = 0

    /// What the repository shows: the value, and what was said of the file last.
    private(set) var published = 0
    private(set) var told = Content.good(0)
    private(set) var faults: [String] = []

    init(_ knowledge: Knowledge) { self.knowledge = knowledge }

    /// Whether the step can happen at all here.
    func admits(_ step: Step) -> Bool {
        switch step {
        case .beginWriting:
            // Who knows nothing takes the sign of the last save for one of this.
            return !isBeingWritten && content != .missing && (knowledge != .nothing || signals.isEmpty && wake == nil)
        case .endWriting: return isBeingWritten
        case .renameOver, .saveBadly, .saveSameAgain, .remove, .touch: return !isBeingWritten
        case .lookForEvents: return !signals.isEmpty
        case .letTimeGoBy: return wake != nil && (knowledge != .nothing || !isBeingWritten)
        }
    }

    mutating func take(_ step: Step) {
        switch step {
        case .beginWriting: isBeingWritten = true
        case .endWriting:
            isBeingWritten = false
            save(.good(saves + 1))
        case .renameOver: save(.good(saves + 1))
        case .saveBadly: save(.bad(saves + 1))
        case .saveSameAgain: if content == .missing { touch() } else { signals.append(true) }
        case .remove:
            content = .missing
            signals.append(false)
        case .touch: touch()
        case .lookForEvents:
            for isSettled in signals { machine.signal(settled: isSettled) }
            signals = []
            look()
        case .letTimeGoBy:
            now = max(now, wake ?? now)
            wake = nil
            look()
        }
    }

    /// Lets everybody finish, and time go by until nothing more is to come.
    mutating func settle() {
        if isBeingWritten { take(.endWriting) }
        for _ in 0..<1000 {
            if !signals.isEmpty {
                take(.lookForEvents)
            } else if wake != nil {
                take(.letTimeGoBy)
            } else {
                return
            }
        }
        faults.append("the machine never comes to rest")
    }

    private mutating func touch() { signals.append(false) }

    private mutating func save(_ new: Content) {
        saves += 1
        content = new
        signals.append(true)
    }

    private mutating func look(isInsisting: Bool = false) {
        let finding = finding
        let reaction = machine.found(finding, at: now, isInsisting: isInsisting)
        wake = reaction.wake.map { now + $0 }
        switch reaction.step {
        case .nothing: break
        case .insist: if !isInsisting { look(isInsisting: true) }
        case .confirm: told = .good(published)
        case .publish:
            guard case .good(let version) = content, !isBeingWritten else { return faults.append("torn") }
            if version == published { faults.append("published twice: \(version)") }
            published = version
            told = content
        case .reject:
            guard case .bad = content else { return faults.append("rejected without a reason") }
            if told == content { faults.append("rejected twice") }
            told = content
        case .reportMissing:
            guard content == .missing else { return faults.append("not missing") }
            // Said again only if something was said in between; the board passes over the rest.
            told = content
        }
    }

    private var finding: ReloadMachine.Finding {
        if isBeingWritten, knowledge != .nothing { return .busy }
        // The half of a save may be valid by chance, which is the worst case.
        if isBeingWritten { return .good(isCertain: false) }
        switch content {
        case .missing: return .missing
        case .good(let version): return version == published ? .same : .good(isCertain: knowledge != .nothing)
        case .bad: return told == content ? .refused : .bad(isCertain: knowledge != .nothing)
        }
    }
}
