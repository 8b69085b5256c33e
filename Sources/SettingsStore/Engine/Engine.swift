import SettingsSyntax

/// What a repository is made of, whatever its text means: the board, the one who looks and the one who commits.
///
/// Closed with its last reference, so that a repository that goes takes its watch along.
final class Engine<Model: StoreModel>: Sendable {
    let board: Board<Model>
    let storage: any SettingsStorage
    private let reloader: Reloader<Model>
    private let writing = Locked(Writing())

    /// What updates need, made with the first of them: a repository that is only read has no use for it.
    private struct Writing {
        var desk: Desk?
        var isClosed = false
    }

    private struct Desk {
        let queue: UpdateQueue<Model.Value>
        let committer: Committer<Model>
    }

    /// - Parameter loaded: what was read, see `InitialLoad`.
    init(_ model: Model, storage: any SettingsStorage, loaded: InitialLoad<Model>) {
        self.storage = storage
        board = Board(
            model, state: loaded.state, document: loaded.document, warnings: loaded.warnings,
            condition: loaded.condition)
        reloader = Reloader(board: board, storage: storage)
        reloader.start()
    }

    deinit { close() }

    /// For every call that somebody makes: begins to watch, where that was not possible until now.
    func comeBy() {
        if board.revisionNumber.current == RevisionNumber.none { reloader.retry() }
    }

    /// How the store stands.
    var status: SettingsStatus {
        comeBy()
        return board.status
    }

    /// Waits on its caller's actor, which others use meanwhile: the closure, and the encoding of what it leaves, would make
    /// readers wait, and run on the committer's thread.
    func update<Result: Sendable>(
        _ body: @escaping @Sendable (inout Model.Value) throws -> Result
    ) async throws -> Result {
        comeBy()
        let desk = desk()
        return try await withCheckedThrowingContinuation { continuation in
            let update = ClosureUpdate(body, continuation)
            switch desk.queue.add(update) {
            case .queued: break
            case .mustDrain: desk.committer.drain()
            case .closed:
                continuation.resume(throwing: SettingsError.closed(file: storage.name))
            }
        }
    }

    func reload() async throws(SettingsError) {
        comeBy()
        let committer = desk().committer
        let result = await withCheckedContinuation { committer.reload($0) }
        try result.get()
    }

    private func desk() -> Desk {
        writing.withLock { writing in
            if let desk = writing.desk { return desk }
            let queue = UpdateQueue<Model.Value>()
            let committer = Committer(board: board, storage: storage, reloader: reloader, queue: queue)
            let desk = Desk(queue: queue, committer: committer)
            if writing.isClosed { queue.close() }
            writing.desk = desk
            return desk
        }
    }

    func close() {
        let desk = writing.withLock { writing in
            writing.isClosed = true
            return writing.desk
        }
        board.beginClosing()
        reloader.close()
        // The streams end behind the last of the updates that are being written.
        if desk?.queue.close() ?? true { board.close() }
        desk?.committer.end()
    }
}
