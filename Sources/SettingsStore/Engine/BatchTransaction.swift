import SettingsSyntax

/// The updates that are committed together: one write, one flush, one revision.
///
/// Used by one thread, the one that runs `SettingsStorage.transact`.
final class BatchTransaction<Model: StoreModel>: StorageTransaction {
    /// What a draft is made from.
    private struct Base {
        var state: Model.State
        var document: SettingsDocument?
    }

    private let board: Board<Model>
    private let name: String
    private let updates: [any PendingUpdate<Model.Value>]
    private var sketch: Sketch<Model>?
    /// The sketch, once it is known to mean what was asked for.
    private var draft: Draft<Model>?
    /// A sketch did not: from now on they are checked before they are handed out.
    private var isCareful = false
    /// What was found under the lock, where it is not what the board knows.
    private var found: (state: Model.State, document: SettingsDocument, generation: Int)?
    /// What the board had before, until the callers are told: to free a large value takes as long as a small commit.
    private var retired: Revision<Model.State>?
    /// A look waited for this commit, or what was found could not be published: another look is owed.
    private(set) var owesLook = false
    private var isFinished = false

    init(_ updates: [any PendingUpdate<Model.Value>], board: Board<Model>, name: String) {
        self.updates = updates
        self.board = board
        self.name = name
    }

    var expected: StoredText? { board.state.withLock { $0.document }.map { StoredText($0) } }

    func draft(from text: StoredText?) throws(TransactionError) -> StoredText? {
        sketch = nil
        draft = nil
        board.beginDraft()
        let base = try self.base(text)
        do throws(SettingsError) {
            sketch = try Sketch.make(
                updates, on: base.document, meaning: base.state, board.model, isCareful: isCareful, file: name)
        } catch {
            throw .refused(error.named(name))
        }
        return (sketch?.document).map { StoredText($0) }
    }

    func isMeant() throws(TransactionError) -> Bool {
        switch sketch {
        case nil: return false
        case .checked(let draft): self.draft = draft
        case .unchecked(let document, let meaning):
            do throws(SettingsError) {
                draft = try meaning().map { Draft(document, meaning: $0, board.model) }
            } catch {
                // How it went wrong is found out by an edit that tries every way.
                draft = nil
            }
        }
        if draft == nil { isCareful = true }
        return draft != nil
    }

    /// What is there, and what it means: what the board knows, if that is what is there.
    private func base(_ text: StoredText?) throws(TransactionError) -> Base {
        found = nil
        let (revision, document, generation) = board.state.withLock { ($0.revision, $0.document, $0.generation) }
        let known = Base(state: revision.state, document: document)
        // Gone: what was in it last is written again, comments and all, with the change. The value was kept, too.
        guard let text else { return known }
        if let document, StoredText(document).isSame(as: text) { return known }
        do throws(SettingsError) {
            let document = try SettingsDocument(bytes: text.bytes, format: board.model.format, file: name)
            let state = try board.model.state(of: document)
            found = (state, document, generation)
            return Base(state: state, document: document)
        } catch {
            throw .unreadable(error)
        }
    }

    func willReplace() { board.beginCommit() }

    func didNotReplace() { if board.endCommit(nil) { owesLook = true } }

    func didReplace(with text: StoredText) {
        guard let draft else { return }
        let before = board.current
        retired = before
        // A change of what was found, which nobody has been told of, may lead back to what they know.
        let isNew = found == nil || !board.model.isSame(before.state, draft.state)
        if board.endCommit(draft, isNew: isNew) { owesLook = true }
    }

    func didKeep() {
        guard let found else { return }
        let publication = board.publishFound(found.state, found.document, generation: found.generation)
        if publication != .done { owesLook = true }
    }

    func didUnlock() { finish(nil) }

    /// `transact` has returned: then all callers have been told, or a storage does not do what it should.
    func noteOver() {
        finish(
            SettingsError(
                .internalFault,
                "the storage ended a transaction without 'didUnlock'; whether it was written is not known", file: name))
    }

    func finish(_ failure: SettingsError?) {
        if isFinished { return }
        isFinished = true
        if board.endDraft() { owesLook = true }
        for update in updates { update.finish(failure) }
    }

    func didKeepAside(_ path: String) { board.report(.keptAside(path)) }
}
