/// The updates that wait for the committer.
final class UpdateQueue<Value>: Sendable {
    private struct State {
        var updates: [any PendingUpdate<Value>] = []
        var isDraining = false
        var isClosed = false
    }

    enum Admission {
        /// The committer is at work and will take it.
        case queued
        /// The committer must be woken.
        case mustDrain
        case closed
    }

    private let state = Locked(State())

    func add(_ update: any PendingUpdate<Value>) -> Admission {
        state.withLock { state in
            if state.isClosed { return .closed }
            state.updates.append(update)
            defer { state.isDraining = true }
            return state.isDraining ? .queued : .mustDrain
        }
    }

    /// All that wait; nil, and the next one must wake the committer, when none does.
    func next() -> [any PendingUpdate<Value>]? {
        state.withLock { state in
            if state.updates.isEmpty {
                state.isDraining = false
                return nil
            }
            defer { state.updates = [] }
            return state.updates
        }
    }

    /// No update is admitted any more; those that wait are still committed.
    func close() { state.withLock { $0.isClosed = true } }
}
