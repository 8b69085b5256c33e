import SettingsSyntax

/// Where the latest revision of a store hangs, with what else is known of it, and where its subscribers wait.
///
/// Writers of the board are the reloader (what was found) and the committer (what was committed); `window` and
/// `generation` keep the two in the order in which the file saw them.
package final class Board<Model: StoreModel>: Sendable {
    struct State {
        var revision: Revision<Model.State>
        /// The text whose meaning the revision is; nil while there has been no file.
        var document: SettingsDocument?
        var condition: Condition = .good
        /// Text that was refused, to know it again; nil when the last text was good.
        var refused: [UInt8]?
        var watchMode: WatchMode?
        var warnings: [SettingsError] = []
        /// Nothing new is taken in; what is being written still comes.
        var isClosing = false
        /// The streams are over.
        var isClosed = false
        var events = EventLog()
        /// Counts everything that a subscriber might want to see.
        var version = 0
        /// Counts what was published, by whomever.
        var generation = 0
        var window = CommitWindow()
        var parked: [Parked] = []
        /// Where readers have the value from; nil until somebody asks for it.
        var cell: ReaderCell<Model.Value>?
        var nextSubscriber = 0
        var cancelled: Set<Int> = []
    }

    enum Condition {
        case good, missing
        case rejected(SettingsError)
    }

    let model: Model
    let state: Locked<State>
    let revisionNumber = RevisionNumber()

    init(
        _ model: Model, state: Model.State, document: SettingsDocument?, warnings: [SettingsError], condition: Condition
    ) {
        self.model = model
        self.state = Locked(
            State(
                revision: Revision(number: 1, state: state, origin: .file), document: document, condition: condition,
                warnings: warnings))
    }

    package var current: Revision<Model.State> { state.withLock { $0.revision } }
    package var warnings: [SettingsError] { state.withLock { $0.warnings } }

    /// Whether it is looked at again and again, for want of a kernel that tells.
    var isPolled: Bool {
        state.withLock { state in
            if case .polling = state.watchMode { true } else { false }
        }
    }

    package var status: SettingsStatus { state.withLock { $0.status } }

    /// Where readers have the value from, always that of the current revision.
    func readerCell() -> ReaderCell<Model.Value> {
        state.withLock { state in
            if let cell = state.cell { return cell }
            let cell = ReaderCell(model.value(of: state.revision.state))
            state.cell = cell
            return cell
        }
    }

    /// Changes the state and wakes everybody who waits if something happened that they might want to see.
    @discardableResult
    @inline(__always)
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        var woken: [Parked] = []
        var cell: ReaderCell<Model.Value>?
        let result = state.withLock { state in
            let (version, number) = (state.version, state.revision.number)
            let result = body(&state)
            if state.revision.number != number {
                cell = state.cell
                cell?.store(model.value(of: state.revision.state))
            }
            // While nobody watches, whoever reads is to come by and ask whether somebody can.
            let shown = state.isUnwatched ? RevisionNumber.none : state.revision.number
            if shown != revisionNumber.current { revisionNumber.store(shown) }
            if state.version != version || state.isClosed { swap(&woken, &state.parked) }
            return result
        }
        cell?.collect()
        Parked.resume(woken)
        return result
    }

    func report(_ event: SettingsEvent) { change { $0.report(event) } }

    func beginClosing() {
        change { state in
            state.isClosing = true
            state.version += 1
        }
    }

    func close() { change { $0.isClosed = true } }
}

extension Board.State {
    /// Changes from outside are not noticed.
    var isUnwatched: Bool { if case .unwatched = watchMode { true } else { false } }

    var status: SettingsStatus {
        if isClosing { return .closed }
        switch condition {
        case .missing: return .missing
        case .rejected(let error): return .rejected(error)
        case .good:
            switch watchMode {
            case nil: return .starting
            case .events: return .watching
            case .limited(let reason): return .limited(reason)
            case .polling(let reason): return .polling(reason)
            case .unwatched(let reason): return .unwatched(reason)
            }
        }
    }

    /// How things stand, for who begins to listen: how changes are noticed, once that is known, and what is amiss.
    var standing: [SettingsEvent] {
        if isClosing { return [] }
        var events: [SettingsEvent] = []
        if let watchMode { events.append(.watch(watchMode)) }
        switch condition {
        case .good: if !warnings.isEmpty { events.append(.unknownKeys(warnings)) }
        case .missing: events.append(.missing)
        case .rejected(let error): events.append(.rejected(error))
        }
        return events
    }

    mutating func report(_ event: SettingsEvent) {
        events.append(event, revision: revision.number)
        version += 1
    }

    mutating func publish(_ state: Model.State, origin: ChangeOrigin) {
        revision = Revision(number: revision.number + 1, state: state, origin: origin)
        version += 1
    }
}
