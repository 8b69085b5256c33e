import CLinux
import Glibc
import SettingsSyntax

/// What the reloader and the committer do with the board.
extension Board {
    /// - Parameter generation: what it was before the text was read.
    func recognize(_ bytes: [UInt8], since generation: Int) -> Recognition {
        let (document, refused) = state.withLock { ($0.document, $0.refused) }
        if let document, StoredText(document).isSame(as: StoredText(bytes)) { return .current }
        if let refused, refused.span.hasSameBytes(as: bytes.span) { return .refused }
        // Asked before a large text is decoded for nothing.
        return state.withLock { state in
            guard state.window.isOpen() else { return .overtaken(.deferred) }
            return state.generation == generation ? .new : .overtaken(.outdated)
        }
    }

    /// What the generation is before a look reads, or why it is not to: to read a large text on a processor that a commit
    /// wants would be for nothing.
    func beginLook(isAsked: Bool) -> (pass: CommitWindow.Pass, generation: Int) {
        state.withLock { ($0.window.pass(at: .nanoseconds(clinux_now()), isAsked: isAsked), $0.generation) }
    }

    /// Publishes what a look found, unless something was published since `generation` was read.
    func publishFound(
        _ found: Model.State, _ document: SettingsDocument, generation: Int
    ) -> Publication {
        // Compared outside the lock; a changed generation makes the answer void.
        let before = current
        let isSame = model.isSame(before.state, found)
        // What is replaced is let go at the end, when those who wait for the value are on their way.
        var replaced: SettingsDocument?
        defer { withExtendedLifetime((before, replaced)) {} }
        let publication = change { state in
            let publication = state.publication(since: generation)
            guard publication == .done else { return publication }
            replaced = document
            swap(&state.document, &replaced)
            state.recover()
            if !isSame { state.publish(found, origin: .file) }
            return .done
        }
        // Those who wait for the value are on their way, mostly on this processor: a halted one of a virtual machine counts
        // as taken. What else is to be said of the text takes longer to find than to let them go first.
        if publication == .done {
            sched_yield()
            let warnings = model.warnings(for: document, meaning: found)
            change { $0.note(warnings, generation: generation + 1) }
        }
        return publication
    }

    /// The text that the revision came from is there (again).
    func confirmCurrent(generation: Int) -> Publication {
        change { state in
            let publication = state.publication(since: generation)
            guard publication == .done else { return publication }
            state.recover()
            return .done
        }
    }

    func reject(_ bytes: [UInt8]?, _ error: SettingsError, generation: Int) -> Publication {
        change { state in
            let publication = state.publication(since: generation)
            guard publication == .done else { return publication }
            state.condition = .rejected(error)
            state.refused = bytes
            state.report(.rejected(error))
            return .done
        }
    }

    func reportMissing(generation: Int) -> Publication {
        change { state in
            let publication = state.publication(since: generation)
            guard publication == .done else { return publication }
            if case .missing = state.condition { return .done }
            state.condition = .missing
            state.refused = nil
            state.report(.missing)
            return .done
        }
    }

    func watchMode(_ mode: WatchMode) {
        change { state in
            guard state.watchMode != mode else { return }
            state.watchMode = mode
            state.report(.watch(mode))
        }
    }

    /// A draft is made from what was found under the lock.
    func beginDraft() { state.withLock { $0.window.beginDraft(at: .nanoseconds(clinux_now())) } }

    /// A commit becomes visible to others from here on.
    func beginCommit() { state.withLock { $0.window.becomeVisible() } }

    /// The transaction is over, and nothing has been replaced; says whether a look waits to be made.
    func endDraft() -> Bool { state.withLock { $0.window.close(hasReplaced: false) } }

    /// It is published (or came to nothing, without a `published`); says whether a look waits to be made.
    ///
    /// - Parameter isNew: users can see a difference to the revision before.
    func endCommit(_ published: Draft<Model>?, isNew: Bool = true) -> Bool {
        change { state in
            if let published {
                state.document = published.document
                state.recover()
                if isNew { state.publish(published.state, origin: .update) }
                state.generation += 1
                state.note(published.warnings, generation: state.generation)
            }
            return state.window.close(hasReplaced: published != nil)
        }
    }
}

extension Board.State {
    /// What a look that began at `generation` may do.
    fileprivate mutating func publication(since generation: Int) -> Publication {
        guard window.isOpen() else { return .deferred }
        if generation != self.generation { return .outdated }
        self.generation += 1
        return .done
    }

    /// What deserves a word in the text that was published as `generation`, unless another has come since.
    fileprivate mutating func note(_ warnings: [SettingsError], generation: Int) {
        guard generation == self.generation, warnings != self.warnings else { return }
        self.warnings = warnings
        report(warnings.isEmpty ? .recovered : .unknownKeys(warnings))
    }

    fileprivate mutating func recover() {
        refused = nil
        if case .good = condition { return }
        condition = .good
        report(.recovered)
    }
}
