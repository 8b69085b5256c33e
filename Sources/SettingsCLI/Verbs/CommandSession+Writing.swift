import SettingsStore
import SettingsSyntax

/// The verbs that change the file.
extension CommandSession {
    func set() async throws(CommandFailure) {
        var edits: [SettingsEdit] = []
        for position in stride(from: 0, to: invocation.operands.count, by: 2) {
            edits.append(
                .set(
                    try KeyArgument(invocation.operands[position]), text: invocation.operands[position + 1],
                    form: invocation.valueForm))
        }
        try await change(edits)
    }

    func unset() async throws(CommandFailure) {
        var edits: [SettingsEdit] = []
        for operand in invocation.operands { edits.append(.unset(try KeyArgument(operand))) }
        try await change(edits)
    }

    private func change(_ edits: [SettingsEdit]) async throws(CommandFailure) {
        let editor = SettingsEditor(tree: tree, edits: edits, file: file)
        if invocation.isDryRun { return try await rehearse(editor) }
        let once = CommandStorage(storage, expected: invocation.expectedRevision)
        try await commit(editor, to: try repository(once))
    }

    private func commit(
        _ editor: SettingsEditor<Settings>, to repository: SettingsRepository<Settings>
    ) async throws(CommandFailure) {
        do {
            try await repository.update { try editor.apply(to: &$0) }
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as SettingsError {
            throw CommandFailure(error)
        } catch {
            throw CommandFailure(.inputOutput, "\(error)", file: file)
        }
    }

    /// Makes the change in memory and prints what it would do to the file.
    private func rehearse(_ editor: SettingsEditor<Settings>) async throws(CommandFailure) {
        let once = CommandStorage(storage)
        _ = try repository(once)
        let bytes = once.bytes
        let found = FileRevision(bytes)
        if let expected = invocation.expectedRevision, expected != found {
            throw CommandFailure(FileRevision.mismatch(expected: expected, found: found, file: file))
        }
        // What parsed is UTF-8.
        let before = bytes.map { String(decoding: $0, as: UTF8.self) }
        let copy = MemoryStorage(before, name: file)
        try await commit(editor, to: try repository(copy))
        let diff = UnifiedDiff(from: before ?? "", to: copy.text ?? "")
        try print(diff.text(oldName: before == nil ? "/dev/null" : file, newName: file))
    }
}
