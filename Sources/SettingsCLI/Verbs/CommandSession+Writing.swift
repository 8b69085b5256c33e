import SettingsStore
import SettingsSyntax

/// The verbs that change the file.
extension CommandSession {
    func set() async throws(CommandFailure) {
        var edits: [SettingsEdit] = []
        for position in stride(from: 0, to: invocation.operands.count, by: 2) {
            edits.append(
                SettingsEdit(
                    key: try KeyArgument(invocation.operands[position]),
                    value: ValueText(text: invocation.operands[position + 1], form: invocation.valueForm)))
        }
        let editor = SettingsEditor(tree: tree, edits: edits, file: file)
        try await change { storage throws(CommandFailure) in
            if tree.isFree { return try edit(storage, editor) }
            let repository = try repository(storage)
            do {
                try await repository.update { try editor.apply(to: &$0, in: storage.bytes) }
            } catch let failure as CommandFailure {
                throw failure
            } catch let error as SettingsError {
                throw CommandFailure(error)
            } catch {
                throw CommandFailure(.inputOutput, "\(error)", file: file)
            }
        }
    }

    func unset() async throws(CommandFailure) {
        var keys: [KeyArgument] = []
        for operand in invocation.operands { keys.append(try KeyArgument(operand)) }
        let removal = Removal(keys, tree: tree, file: file)
        try await change { storage throws(CommandFailure) in try edit(storage, removal) }
    }

    /// Changes the text in one transaction.
    ///
    /// On this thread, which waits for the lock and for the disk: a command has nothing else to do meanwhile, and where
    /// threads are short it would be left without one to go on with.
    private func edit(_ storage: CommandStorage, _ change: any TextChange) throws(CommandFailure) {
        let transaction = TextTransaction(change, file: file)
        do throws(SettingsError) {
            try storage.transact(transaction)
        } catch {
            throw transaction.failure ?? CommandFailure(error)
        }
    }

    /// Makes a change in the file; for `--dry-run` in a copy in memory, to print what it would do.
    private func change(
        _ body: (CommandStorage) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) {
        guard invocation.isDryRun else {
            return try await body(CommandStorage(storage, expected: invocation.expectedRevision))
        }
        let once = CommandStorage(storage)
        if tree.isFree {
            do { _ = try text(once) } catch { throw CommandFailure(error) }
        } else {
            _ = try repository(once)
        }
        let found = FileRevision(once.bytes)
        if let expected = invocation.expectedRevision, expected != found {
            throw CommandFailure(FileRevision.mismatch(expected: expected, found: found, file: file))
        }
        let before = once.bytes
        // What parsed is UTF-8.
        let copy = MemoryStorage(before.map { String(decoding: $0, as: UTF8.self) }, name: file)
        try await body(CommandStorage(copy))
        try print(
            unifiedDiff(
                from: before ?? [], to: Array((copy.text ?? "").utf8), oldName: before == nil ? "/dev/null" : file,
                newName: file))
    }
}
