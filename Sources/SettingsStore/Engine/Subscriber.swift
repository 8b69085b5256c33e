/// One subscriber's place at a board: what it has seen, and where it waits for more.
///
/// It holds a number and at most one continuation, however far it falls behind.
final class Subscriber<Model: StoreModel>: Sendable {
    let board: Board<Model>
    private let number: Int

    init(_ board: Board<Model>) {
        self.board = board
        number = board.state.withLock { state in
            state.nextSubscriber += 1
            return state.nextSubscriber
        }
    }

    deinit {
        let number = number
        board.state.withLock { _ = $0.cancelled.remove(number) }
    }

    /// What a look at the board says to a subscriber.
    enum Answer<Element: Sendable>: Sendable {
        case element(Element)
        /// Nothing that it has not seen.
        case nothing
        case end
    }

    /// Waits until `look` has an element; nil when the board is closed or the subscriber cancelled.
    ///
    /// `look` runs with the board's lock held.
    func next<Element: Sendable>(
        _ look: @Sendable (inout Board<Model>.State) -> Answer<Element>
    ) async -> Element? {
        while true {
            let (answer, version) = board.state.withLock { state in
                let answer = look(&state)
                if case .nothing = answer, state.isOver(number) { return (Answer<Element>.end, state.version) }
                return (answer, state.version)
            }
            switch answer {
            case .element(let element): return element
            case .end: return nil
            case .nothing: break
            }
            await wait(after: version)
        }
    }

    /// Waits for a revision newer than `number`; nil when the board is closed or the subscriber cancelled.
    ///
    /// What `next` does, for the streams that most subscribers have: of no type but a revision's, which is a reference,
    /// so that nothing is to be looked up at run time between the wake and the element.
    /// - Parameter version: a version of the board at which there was none newer; nil where none is known.
    /// - Returns: the revision, and a version of the board that has it.
    func revision(
        after number: Int, atVersion version: Int?
    ) async -> (revision: Revision<Model.State>, version: Int)? {
        var known = version
        while true {
            if let known { await wait(after: known) }
            var newer: Revision<Model.State>?
            var (version, isOver) = (0, false)
            board.state.withLock { state in
                if state.revision.number > number { newer = state.revision }
                version = state.version
                isOver = state.isOver(self.number)
            }
            if let newer { return (newer, version) }
            if isOver { return nil }
            known = version
        }
    }

    /// Waits until the board has a version other than `version`, is closed, or the subscriber is cancelled.
    ///
    /// Does not itself notice that its task is cancelled: a stream does, and calls `cancel`. Two who watch for it at each
    /// element would cost as much as the rest of the wait.
    private func wait(after version: Int) async {
        await withCheckedContinuation { continuation in
            let mustWait = board.state.withLock { state in
                if state.version != version || state.isOver(number) { return false }
                state.parked.append(Parked(subscriber: number, continuation: continuation))
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }

    /// Ends what waits, and all that would.
    func cancel() {
        let woken = board.state.withLock { state in
            state.cancelled.insert(number)
            var woken: [Parked] = []
            // One by one, for there is one at most, unless tasks share a stream; and mostly the longest parked goes first.
            while let index = state.parked.firstIndex(where: { $0.subscriber == number }) {
                woken.append(state.parked.remove(at: index))
            }
            return woken
        }
        for parked in woken { parked.continuation.resume() }
    }
}

extension Board.State {
    /// Whether a subscriber has nothing more to wait for.
    @inline(__always)
    fileprivate func isOver(_ subscriber: Int) -> Bool {
        isClosed || !cancelled.isEmpty && cancelled.contains(subscriber)
    }
}
