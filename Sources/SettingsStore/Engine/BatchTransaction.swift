import SettingsSyntax

/// The updates that are committed together: one write, one flush, one revision.
///
/// Used by one thread, the one that runs `SettingsStorage.transact`.
final class BatchTransaction<Model: StoreModel>: StorageTransaction {
    private let board: Board<Model>
    private let name: String
    private let updates: [any PendingUpdate<Model.Value>]
    private var draft: (state: Model.State, document: SettingsDocument)?
    /// What was found under the lock, where it is not what the board knows.
    private var found: (state: Model.State, document: SettingsDocument, generation: Int)?
    /// A look waited for this commit, or what was found could not be published: another look is owed.
    private(set) var owesLook = false

    init(_ updates: [any PendingUpdate<Model.Value>], board: Board<Model>, name: String) {
        self.updates = updates
        self.board = board
        self.name = name
    }

    func draft(from bytes: [UInt8]?) throws(TransactionError) -> [UInt8]? {
        let (document, state) = try base(bytes)
        draft = nil
        let model = board.model
        var value = model.value(of: state)
        for update in updates { update.apply(to: &value) { try model.validate($0) } }
        do throws(SettingsError) {
            do throws(SettingsError) {
                draft = try model.edit(document, meaning: state, to: value).map { ($0.state, $0.document) }
            } catch {
                if updates.count == 1 { throw error }
                // One of them asks for what cannot be written; it fails alone.
                value = model.value(of: state)
                for update in updates {
                    update.apply(to: &value) { value in
                        try model.validate(value)
                        _ = try model.edit(document, meaning: state, to: value)
                    }
                }
                draft = try model.edit(document, meaning: state, to: value).map { ($0.state, $0.document) }
            }
        } catch {
            throw .refused(error)
        }
        return draft?.document.bytes
    }

    /// What is there, and what it means: what the board knows, if that is what is there.
    private func base(
        _ bytes: [UInt8]?
    ) throws(TransactionError) -> (document: SettingsDocument?, state: Model.State) {
        found = nil
        let (revision, document, generation) = board.state.withLock { ($0.revision, $0.document, $0.generation) }
        // Gone: what was in it last is written again, comments and all, with the change. The value was kept, too.
        guard let bytes else { return (document, revision.state) }
        if let document, document.isText(bytes) { return (document, revision.state) }
        do throws(SettingsError) {
            let document = try SettingsDocument(bytes: bytes, format: board.model.format, file: name)
            let state = try board.model.state(of: document)
            found = (state, document, generation)
            return (document, state)
        } catch {
            throw .unreadable(error)
        }
    }

    func willReplace() { board.beginCommit() }

    func didNotReplace() { if board.endCommit(nil) { owesLook = true } }

    func didReplace(with bytes: [UInt8]) {
        guard let draft else { return }
        let warnings = board.model.warnings(for: draft.document, meaning: draft.state)
        if board.endCommit((draft.state, draft.document, warnings)) { owesLook = true }
    }

    func didKeep() {
        guard let found else { return }
        let publication = board.publishFound(found.state, found.document, generation: found.generation)
        if publication != .done { owesLook = true }
    }

    func didUnlock() { finish(nil) }

    func finish(_ failure: SettingsError?) {
        for update in updates { update.finish(failure) }
    }

    func didKeepAside(_ path: String) { board.report(.keptAside(path)) }
}
