import CLinux
import SettingsSyntax

/// Looks at a storage when its watch says so, on the watch's own thread, and puts what it finds on the board.
///
/// One look at a time, whichever thread asks: what is asked for meanwhile is one more look afterwards.
final class Reloader<Model: StoreModel>: Sendable {
    private struct State {
        var machine = ReloadMachine()
        var isLooking = false
        /// Another look is owed.
        var isOwed = false
        var watch: (any StorageWatch)?
        /// When to look again, decided before there was a watch to be woken by.
        var owedWake: Duration?
        /// The watch was asked to wake us, and has not done so yet.
        var isWakeSet = false
        var isClosed = false
        /// Who asked for a look and waits for what it finds.
        var askers: Askers = []

        mutating func takeAskers() -> Askers {
            if askers.isEmpty { return askers }
            defer { askers = [] }
            return askers
        }
    }

    private typealias Askers = [CheckedContinuation<Result<Void, SettingsError>, Never>]

    private let board: Board<Model>
    private let storage: any SettingsStorage
    private let state = Locked(State())

    init(board: Board<Model>, storage: any SettingsStorage) {
        self.board = board
        self.storage = storage
    }

    func start() {
        let watch = storage.watch { [weak self] signal in self?.handle(signal) }
        let (isClosed, wake) = state.withLock { state in
            state.watch = watch
            return (state.isClosed, state.owedWake)
        }
        if isClosed {
            watch.cancel()
        } else if let wake {
            // The first look came before the watch was here, and wants another one.
            watch.wake(after: wake)
        }
    }

    /// Begins to watch, where that was not possible until now.
    func retry() { state.withLock { $0.watch }?.retry() }

    func close() {
        let (watch, askers) = state.withLock { state in
            state.isClosed = true
            defer { state.askers = [] }
            return (state.watch, state.askers)
        }
        watch?.cancel()
        for asker in askers { asker.resume(returning: closed) }
    }

    /// What those hear who ask, or still wait, when nobody looks any more.
    private var closed: Result<Void, SettingsError> { .failure(.closed(file: storage.name)) }

    func handle(_ signal: StorageSignal) {
        switch signal {
        case .look(let settled):
            look { $0.machine.signal(settled: settled) }
        case .timer: look { $0.isWakeSet = false }
        case .watching(let mode): board.watchMode(mode)
        }
    }

    /// A look whose answer somebody waits for: it takes what there is at once. Blocks the calling thread.
    func look(for asker: CheckedContinuation<Result<Void, SettingsError>, Never>) {
        look(isGuest: true) { state in
            if state.isClosed {
                asker.resume(returning: closed)
            } else {
                state.askers.append(asker)
            }
        }
    }

    /// Looks on this thread, or leaves it to the thread that is looking.
    ///
    /// - Parameter isGuest: This is not the watch's thread. What is owed at the end is left to that one: where there is
    ///   no lease, it alone can tell whether somebody is writing.
    private func look(isGuest: Bool = false, _ note: (inout State) -> Void) {
        var host: (any StorageWatch)?
        var turn: Askers? = state.withLock { state in
            note(&state)
            if state.isLooking {
                state.isOwed = true
                return nil
            }
            if state.isClosed { return nil }
            state.isLooking = true
            return state.takeAskers()
        }
        while let askers = turn {
            lookOnce(askers)
            turn = state.withLock { state in
                guard state.isOwed && !state.isClosed else {
                    state.isLooking = false
                    return nil
                }
                state.isOwed = false
                if isGuest, let watch = state.watch {
                    host = watch
                    state.isLooking = false
                    state.isWakeSet = true
                    return nil
                }
                return state.takeAskers()
            }
        }
        host?.wake(after: .zero)
    }

    private func lookOnce(_ askers: Askers) {
        let watching = state.withLock { $0.watch }
        var answer: Result<Void, SettingsError>? = .success(())
        var isInsisting = false
        repeat {
            let view = View(
                storage: storage, watch: watching, board: board, isAsked: !askers.isEmpty, isInsisting: isInsisting)
            let isPolled = if case .busy = view.finding { board.isPolled } else { false }
            let (reaction, watch, wasWakeSet) = state.withLock { state in
                let reaction = state.machine.found(
                    view.finding, at: .nanoseconds(clinux_now()), isAsked: !askers.isEmpty, isInsisting: isInsisting,
                    isPolled: isPolled)
                if state.watch == nil { state.owedWake = reaction.wake }
                defer { state.isWakeSet = reaction.wake != nil }
                return (reaction, state.watch, state.isWakeSet)
            }
            let hasInsisted = isInsisting
            isInsisting = reaction.step == .insist
            if isInsisting { continue }
            if let wake = reaction.wake {
                watch?.wake(after: wake)
            } else if wasWakeSet {
                watch?.cancelWake()
            }
            if reaction.wake != nil {
                // Busy: whoever asked waits for the next look, but not for ever.
                answer = hasInsisted ? view.answer(board) : nil
                break
            }
            switch view.act(on: reaction.step, board) {
            case .deferred where !askers.isEmpty:
                // The commit says when to look, and they are told then.
                answer = nil
            case .done, .deferred:
                answer = view.answer(board)
                if let repetition = view.repetition {
                    state.withLock { $0.isWakeSet = true }
                    watch?.wake(after: repetition)
                }
            case .outdated:
                isInsisting = false
                state.withLock { $0.isOwed = true }
                answer = nil
            }
        } while isInsisting
        if answer == nil, !askers.isEmpty {
            // They wait for the next look, if there will be one.
            let isClosed = state.withLock { state in
                if !state.isClosed { state.askers = askers + state.askers }
                return state.isClosed
            }
            if isClosed { answer = closed }
        }
        if let answer {
            for asker in askers { asker.resume(returning: answer) }
        }
    }
}
