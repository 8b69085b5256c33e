import SettingsSyntax

/// The sketch of an update that comes alone, made on its caller's thread from what the board knows, while the
/// committer's thread wakes, takes the lock and reads what is there.
///
/// Mostly that is what the board knows, and the sketch is used; else the closure is applied once more, to what is there.
///
/// Sendable without being checked: `progress` is touched with `monitor` held.
final class EarlyDraft<Model: StoreModel>: @unchecked Sendable {
    private enum Progress {
        case waiting
        case making
        case made(Made)
        /// The committer came first.
        case abandoned
    }

    private struct Made: Sendable {
        var revision: Revision<Model.State>
        var document: SettingsDocument?
        var result: Result<Sketch<Model>?, SettingsError>
    }

    private let update: any PendingUpdate<Model.Value>
    private let board: Board<Model>
    private let monitor = Monitor()
    private var progress = Progress.waiting

    init(_ update: any PendingUpdate<Model.Value>, _ board: Board<Model>) {
        self.update = update
        self.board = board
    }

    /// Makes the sketch, unless the committer has come first, and checks it while that one writes.
    func make() {
        let isMine = monitor.withLock {
            guard case .waiting = progress else { return false }
            progress = .making
            return true
        }
        guard isMine else { return }
        let (revision, document) = board.state.withLock { ($0.revision, $0.document) }
        let result: Result<Sketch<Model>?, SettingsError>
        do throws(SettingsError) {
            result = .success(
                try Sketch.make([update], on: document, meaning: revision.state, board.model, isCareful: false))
        } catch {
            result = .failure(error)
        }
        monitor.withLock { progress = .made(Made(revision: revision, document: document, result: result)) }
        monitor.signal()
        if case .success(.unchecked(_, let check)) = result { check.run() }
    }

    /// The sketch, if it was made from just this; afterwards it is made no more.
    ///
    /// Waits for one that is being made: the closure must not run twice at the same time.
    func take(
        from document: SettingsDocument?, _ revision: Revision<Model.State>
    ) -> Result<Sketch<Model>?, SettingsError>? {
        monitor.withLock {
            if case .making = progress { monitor.wait { if case .making = progress { false } else { true } } }
            defer { progress = .abandoned }
            guard case .made(let made) = progress, made.revision === revision,
                made.document?.storage === document?.storage
            else { return nil }
            return made.result
        }
    }

    /// Sees to it that the closure is not running, nor will be run from here.
    func abandon() {
        monitor.withLock {
            if case .making = progress { monitor.wait { if case .making = progress { false } else { true } } }
            progress = .abandoned
        }
    }
}
