import SettingsSyntax

/// Commits updates, on a thread of its own: what arrives while a commit is under way goes into the next, together.
@safe
actor Committer<Model: StoreModel> {
    private let executor: ThreadExecutor
    private let board: Board<Model>
    private let storage: any SettingsStorage
    private let reloader: Reloader<Model>
    private let queue: UpdateQueue<Model.Value>

    // A stored executor, so that nothing here needs to leave the actor's isolation.
    let unownedExecutor: UnownedSerialExecutor

    init(
        board: Board<Model>, storage: any SettingsStorage, reloader: Reloader<Model>, queue: UpdateQueue<Model.Value>
    ) {
        let executor = ThreadExecutor()
        self.executor = executor
        // unsafe: the executor is kept by this actor
        unsafe unownedExecutor = executor.asUnownedSerialExecutor()
        self.board = board
        self.storage = storage
        self.reloader = reloader
        self.queue = queue
    }

    /// Commits until nothing waits any more.
    func drain() {
        while let updates = queue.next() { commit(updates) }
    }

    /// Looks at the storage now, on this thread: reading may block.
    func reload(_ asker: CheckedContinuation<Result<Void, SettingsError>, Never>) {
        reloader.look(for: asker)
    }

    private func commit(_ updates: [any PendingUpdate<Model.Value>]) {
        let transaction = BatchTransaction(updates, board: board, name: storage.name)
        do throws(SettingsError) {
            try storage.transact(transaction)
        } catch {
            transaction.finish(error)
        }
        if transaction.owesLook { reloader.handle(.look(settled: true)) }
    }
}
