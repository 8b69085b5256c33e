import SettingsSyntax

/// What a repository is made of, whatever its text means: the board, the one who looks and the one who commits.
///
/// Closed with its last reference, so that a repository that goes takes its watch along.
final class Engine<Model: StoreModel>: Sendable {
    let board: Board<Model>
    let storage: any SettingsStorage
    private let reloader: Reloader<Model>
    private let committer: Committer<Model>
    private let queue = UpdateQueue<Model.Value>()

    /// - Parameter loaded: what was read, see `InitialLoad`.
    init(_ model: Model, storage: any SettingsStorage, loaded: InitialLoad<Model>) {
        self.storage = storage
        board = Board(
            model, state: loaded.state, document: loaded.document, warnings: loaded.warnings,
            condition: loaded.condition)
        reloader = Reloader(board: board, storage: storage)
        committer = Committer(board: board, storage: storage, reloader: reloader, queue: queue)
        reloader.start()
    }

    deinit { close() }

    func update<Result: Sendable>(
        _ body: @escaping @Sendable (inout Model.Value) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let update = ClosureUpdate(body, continuation)
            switch queue.add(update) {
            case .queued: break
            case .mustDrain:
                let early = EarlyDraft(update, board)
                committer.drain(early)
                early.make()
            case .closed:
                continuation.resume(
                    throwing: SettingsError(.closed, "the repository is closed", file: storage.name))
            }
        }
    }

    func reload() async throws(SettingsError) {
        let result = await withCheckedContinuation { committer.reload($0) }
        try result.get()
    }

    func close() {
        queue.close()
        reloader.close()
        committer.rest()
        board.close()
    }
}
