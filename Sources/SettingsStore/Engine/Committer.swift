import CLinux
import SettingsSyntax

/// Commits updates, on a thread of its own: what arrives while a commit is under way goes into the next, together.
final class Committer<Model: StoreModel>: Sendable {
    private let worker: Worker
    private let board: Board<Model>
    private let storage: any SettingsStorage
    private let reloader: Reloader<Model>
    private let queue: UpdateQueue<Model.Value>

    init(
        board: Board<Model>, storage: any SettingsStorage, reloader: Reloader<Model>, queue: UpdateQueue<Model.Value>
    ) {
        worker = Worker { storage.rest() }
        self.board = board
        self.storage = storage
        self.reloader = reloader
        self.queue = queue
    }

    /// Commits until nothing waits any more.
    func drain() {
        worker.run { [self] in
            var last: Int64 = 0
            while let updates = queue.next(after: last) {
                commit(updates)
                last = clinux_now()
            }
            if queue.isOver { board.close() }
        }
    }

    /// Nothing more will come: neither the thread nor the storage need wait for it.
    func end() {
        storage.letGo()
        worker.end()
    }

    /// Looks at the storage now, on this thread: reading may block.
    func reload(_ asker: CheckedContinuation<Result<Void, SettingsError>, Never>) {
        worker.run { [reloader] in reloader.look(for: asker) }
    }

    private func commit(_ updates: [any PendingUpdate<Model.Value>]) {
        let transaction = BatchTransaction(updates, board: board, name: storage.name)
        do throws(SettingsError) {
            try storage.transact(transaction)
            transaction.noteOver()
        } catch {
            transaction.finish(error)
        }
        if transaction.owesLook { reloader.handle(.look(settled: true)) }
    }
}
