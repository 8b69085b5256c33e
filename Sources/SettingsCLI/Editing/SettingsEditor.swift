import SettingsStore
import SettingsSyntax

/// Makes the changes of one command, in what a transaction found: in the settings, or, where any key is as good as
/// another, in the text itself.
struct SettingsEditor<Settings: Codable & Sendable>: Sendable {
    let tree: SettingsTree<Settings>
    let edits: [SettingsEdit]
    /// As messages name it.
    let file: String

    /// - Parameter bytes: the file's; nil where there is none.
    /// - Throws: why they cannot be made; `settings` is unchanged then.
    func apply(to settings: inout Settings, in bytes: [UInt8]?) throws(CommandFailure) {
        var document = try refusing { () throws(SettingsError) in try tree.document(of: settings) }
        for edit in edits {
            try set(edit.key, edit.value, in: &document) { Self.isPlainJSON(bytes ?? []) }
        }
        // Together they may be acceptable where one of them alone was not.
        settings = try refusing { () throws(SettingsError) in try tree.settings(of: document) }
    }

    private func set(
        _ key: KeyArgument, _ text: ValueText, in document: inout SettingsDocument, isPlainFile: () -> Bool
    ) throws(CommandFailure) {
        let present = document.value(at: key.path)
        if present == nil { try refuseGuessing(key, in: document) }
        let meanings: [SettingsValue]
        do {
            meanings = try text.meanings(present: present)
        } catch {
            let hint = text.isNullByType ? try nullHint(key.path, in: document) : error.hint
            throw CommandFailure(.unacceptableValue, error.message, file: file, key: key.path, hint: hint)
        }
        // What is added is plain JSON, unless the file is JSON5 already or somebody asks for it.
        if text.form == .byType, meanings[0].hasNonFiniteNumber, isPlainFile() {
            throw CommandFailure(
                .unacceptableValue, "a file of plain JSON cannot hold Infinity or NaN", file: file, key: key.path,
                hint: "with '--json' it is written all the same, and only what reads JSON5 can read the file then")
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
        if let failure { throw refusal(failure, key.path, of: meanings[0]) }
    }

    /// Throws where the key of a value that is not there could mean another place.
    private func refuseGuessing(_ key: KeyArgument, in document: SettingsDocument) throws(CommandFailure) {
        let namesakes = key.namesakes(in: document)
        let other: SettingsPath
        let reason: String
        if let namesake = namesakes.present.first {
            (other, reason) = (namesake, "which is there")
        } else if let namesake = namesakes.partial {
            (other, reason) = (namesake.path, "for '\(namesake.present)' is there")
        } else {
            return
        }
        throw CommandFailure(
            .usage, "the key could also mean '\(other)', \(reason)", file: file, key: key.path,
            hint: "write '\(other)', or '\(key.unmistakable)' for a new key")
    }

    /// What makes a key null, where that can be, or takes its value away.
    private func nullHint(_ key: SettingsPath, in document: SettingsDocument) throws(CommandFailure) -> String {
        if tree.isFree { return "'--json' sets a null, and 'unset' takes the key away" }
        let takesNull = try refusing { () throws(SettingsError) in try tree.isNil(key, in: document) }
        return (takesNull ? "'--json' sets a null, and " : "it cannot be null; ")
            + "'unset' takes the key out of the file and gives it its default back"
    }

    /// What would do in place of a value that does not fit.
    private static func hint(_ failure: SettingsError, for value: SettingsValue?) -> String? {
        guard failure.code == .typeMismatch, failure.message.hasPrefix("expected an integer"), case .number = value
        else { return nil }
        return "write a whole number, without a fraction"
    }

    /// Whether a file has nothing that only JSON5 has.
    private static func isPlainJSON(_ bytes: [UInt8]) -> Bool {
        if bytes.isEmpty { return true }
        do throws(SettingsError) {
            _ = try SettingsDocument(bytes: bytes, format: .json)
            return true
        } catch {
            return false
        }
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
    private func refusal(
        _ error: SettingsError, _ key: SettingsPath? = nil, of value: SettingsValue? = nil
    ) -> CommandFailure {
        let status: ExitStatus =
            error.code == .noSuchKey || error.code == .unknownKey ? .noSuchKey : .unacceptableValue
        let all = error.others.isEmpty ? [error] : error.others
        let text = all.map { fault in
            let hint = fault.hint ?? Self.hint(fault, for: value)
            return SettingsError(fault.code, fault.message, file: file, key: fault.key ?? key, hint: hint).description
        }
        return CommandFailure(status, text.joined(separator: "\n"))
    }
}

extension SettingsEditor: TextChange {
    func check(_ document: SettingsDocument) throws(SettingsError) {}

    func apply(to document: inout SettingsDocument) throws(CommandFailure) {
        let bytes = document.bytes
        for edit in edits {
            try set(edit.key, edit.value, in: &document) { Self.isPlainJSON(bytes) }
        }
    }
}

extension SettingsValue {
    /// Whether it is Infinity or NaN, or holds one. Recursion here is bounded by the parser's limit on depth.
    fileprivate var hasNonFiniteNumber: Bool {
        switch self {
        case .number(let number): number.jsonLiteral == nil
        case .array(let elements): elements.contains(where: \.hasNonFiniteNumber)
        case .object(let object): object.contains(where: \.value.hasNonFiniteNumber)
        case .null, .bool, .string: false
        }
    }
}
