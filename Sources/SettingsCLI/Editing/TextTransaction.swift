import SettingsStore
import SettingsSyntax

/// A change of a file's text.
protocol TextChange: Sendable {
    /// - Throws: why a text is not one to be changed: it is mended by hand first.
    func check(_ document: SettingsDocument) throws(SettingsError)
    /// - Throws: why the change cannot be made; `document` is of no use then.
    func apply(to document: inout SettingsDocument) throws(CommandFailure)
}

/// Changes the text of a file, all or nothing.
final class TextTransaction: StorageTransaction {
    private let change: any TextChange
    private let file: String
    /// Why it came to nothing, where that is not the storage's to say.
    private(set) var failure: CommandFailure?

    init(_ change: any TextChange, file: String) {
        self.change = change
        self.file = file
    }

    func draft(from text: StoredText?) throws(TransactionError) -> StoredText? {
        failure = nil
        let document: SettingsDocument
        do throws(SettingsError) {
            document = try SettingsDocument(bytes: text?.bytes ?? Array("{\n}\n".utf8), file: file)
            try change.check(document)
        } catch {
            throw .unreadable(error)
        }
        var edited = document
        do throws(CommandFailure) {
            try change.apply(to: &edited)
        } catch {
            failure = error
            throw .refused(SettingsError(.invalidValue, error.text, file: file))
        }
        let result = StoredText(edited)
        return result.isSame(as: StoredText(document)) ? nil : result
    }

    /// The editor has read its text again.
    func isMeant() -> Bool { true }
    func willReplace() {}
    func didNotReplace() {}
    func didReplace(with text: StoredText) {}
    func didKeep() {}
    func didUnlock() {}
    func didKeepAside(_ path: String) {
        StandardStreams.report("\(file): note: a save that a killed process had in hand is kept in \(path)")
    }
}
