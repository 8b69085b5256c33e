import Glibc
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
        var isClosed = false
        /// Who asked for a look and waits for what it finds.
        var askers: [CheckedContinuation<Result<Void, SettingsError>, Never>] = []
    }

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

    func close() {
        let (watch, askers) = state.withLock { state in
            state.isClosed = true
            defer { state.askers = [] }
            return (state.watch, state.askers)
        }
        watch?.cancel()
        for asker in askers { asker.resume(returning: .success(())) }
    }

    func handle(_ signal: StorageSignal) {
        switch signal {
        case .look(let settled):
            look { $0.machine.signal(settled: settled) }
        case .timer: look { _ in }
        case .watching(let mode): board.watchMode(mode)
        }
    }

    /// A look whose answer somebody waits for: it takes what there is at once. Blocks the calling thread.
    func look(for asker: CheckedContinuation<Result<Void, SettingsError>, Never>) {
        look { state in
            if state.isClosed {
                asker.resume(returning: .success(()))
            } else {
                state.askers.append(asker)
            }
        }
    }

    /// Looks on this thread, or leaves it to the thread that is looking.
    private func look(_ note: (inout State) -> Void) {
        let isMine = state.withLock { state in
            note(&state)
            if state.isLooking {
                state.isOwed = true
                return false
            }
            if state.isClosed { return false }
            state.isLooking = true
            return true
        }
        guard isMine else { return }
        while true {
            lookOnce()
            let isOver = state.withLock { state in
                if state.isOwed && !state.isClosed {
                    state.isOwed = false
                    return false
                }
                state.isLooking = false
                return true
            }
            if isOver { return }
        }
    }

    private func lookOnce() {
        let askers = state.withLock { state in
            defer { state.askers = [] }
            return state.askers
        }
        var answer: Result<Void, SettingsError>? = .success(())
        var isInsisting = false
        repeat {
            let view = View(storage: storage, board: board, isInsisting: isInsisting)
            let now = monotonicNow()
            let (reaction, watch) = state.withLock { state in
                let reaction = state.machine.found(view.finding, at: now, isAsked: !askers.isEmpty || isInsisting)
                if state.watch == nil { state.owedWake = reaction.wake }
                return (reaction, state.watch)
            }
            isInsisting = reaction.step == .insist
            if isInsisting { continue }
            if let wake = reaction.wake { watch?.wake(after: wake) } else { watch?.cancelWake() }
            if reaction.wake != nil {
                // Busy: whoever asked waits for the next look.
                answer = nil
                break
            }
            switch view.act(on: reaction.step, board) {
            case .done, .deferred: answer = view.answer(board)
            case .outdated:
                isInsisting = false
                state.withLock { $0.isOwed = true }
                answer = nil
            }
        } while isInsisting
        if let answer {
            for asker in askers { asker.resume(returning: answer) }
        } else if !askers.isEmpty {
            state.withLock { $0.askers = askers + $0.askers }
        }
    }

    private func monotonicNow() -> Duration {
        var time = timespec()
        // unsafe: a pointer to a local for the length of the call
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
