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

    /// Waits until `look` has an element; nil when the board is closed or the task cancelled.
    ///
    /// `look` runs with the board's lock held.
    func next<Element: Sendable>(
        _ look: @Sendable (inout Board<Model>.State) -> Answer<Element>
    ) async -> Element? {
        let number = number
        let board = board
        while true {
            let (answer, version) = board.state.withLock { state in
                let answer = look(&state)
                if case .nothing = answer, state.isClosed { return (Answer<Element>.end, state.version) }
                return (answer, state.version)
            }
            switch answer {
            case .element(let element): return element
            case .end: return nil
            case .nothing: break
            }
            if Task.isCancelled { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let mustWait = board.state.withLock { state in
                        if state.version != version || state.isClosed || state.cancelled.contains(number) {
                            return false
                        }
                        state.parked.append(Parked(subscriber: number, continuation: continuation))
                        return true
                    }
                    if !mustWait { continuation.resume() }
                }
            } onCancel: {
                let parked = board.state.withLock { state -> Parked? in
                    state.cancelled.insert(number)
                    guard let index = state.parked.firstIndex(where: { $0.subscriber == number }) else { return nil }
                    return state.parked.remove(at: index)
                }
                parked?.continuation.resume()
            }
        }
    }
}
