import SettingsStore
import SettingsSyntax

/// Makes the changes of one command, in the value that a transaction found.
struct SettingsEditor<Settings: Codable & Sendable>: Sendable {
    let tree: SettingsTree<Settings>
    let edits: [SettingsEdit]
    /// As messages name it.
    let file: String

    /// - Throws: why they cannot be made; `settings` is unchanged then.
    func apply(to settings: inout Settings) throws(CommandFailure) {
        var document = try refusing { () throws(SettingsError) in try tree.document(of: settings) }
        for edit in edits {
            try set(edit.key, edit.value, in: &document)
        }
        // Together they may be acceptable where one of them alone was not.
        settings = try refusing { () throws(SettingsError) in try tree.settings(of: document) }
    }

    private func set(
        _ key: KeyArgument, _ text: ValueText, in document: inout SettingsDocument
    ) throws(CommandFailure) {
        let present = document.value(at: key.path)
        if present == nil, let namesake = key.namesakes(in: document.value).first {
            throw CommandFailure(
                .usage, "the key could also mean '\(namesake)', which is there", file: file, key: key.path,
                hint: "write '\(namesake)', or '\(key.path.pointer)' for a new key")
        }
        let meanings: [SettingsValue]
        do {
            meanings = try text.meanings(present: present)
        } catch {
            throw CommandFailure(.unacceptableValue, error.message, file: file, key: key.path, hint: error.hint)
        }
        var failure: SettingsError?
        for meaning in meanings {
            do throws(SettingsError) {
                var edited = document
                try edited.set(meaning, at: key.path)
                if let unknown = tree.unknownKey(key.path, in: edited) { throw unknown }
                try checkTypes(edited)
                document = edited
                return
            } catch {
                // What is said of the first meaning, the nearest one, is what helps.
                failure = failure ?? error
            }
        }
        if let failure { throw refusal(failure, key.path) }
    }

    /// Decodes for the types' sake alone: what settings say of themselves counts when all is changed.
    private func checkTypes(_ document: SettingsDocument) throws(SettingsError) {
        if tree.isFree { return }
        do throws(SettingsError) { _ = try tree.settings(of: document) } catch {
            if error.code != .validation { throw error }
        }
    }

    private func refusing<Result>(_ body: () throws(SettingsError) -> Result) throws(CommandFailure) -> Result {
        do { return try body() } catch { throw refusal(error) }
    }

    /// The failure for a value that cannot be. Places in it are those of a draft that nobody sees, so they are left out.
    private func refusal(_ error: SettingsError, _ key: SettingsPath? = nil) -> CommandFailure {
        let status: ExitStatus =
            error.code == .noSuchKey || error.code == .unknownKey ? .noSuchKey : .unacceptableValue
        let all = error.others.isEmpty ? [error] : error.others
        let text = all.map { fault in
            SettingsError(fault.code, fault.message, file: file, key: fault.key ?? key, hint: fault.hint).description
        }
        return CommandFailure(status, text.joined(separator: "\n"))
    }
}
