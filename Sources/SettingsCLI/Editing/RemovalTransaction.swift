import SettingsStore
import SettingsSyntax

/// Takes keys out of the text of a file, all or none.
///
/// On the text, not on the settings: these have a value for every key, so that one that is not in the file looks no
/// different from one that is there with its default.
final class RemovalTransaction<Settings: Codable & Sendable>: StorageTransaction {
    private let keys: [KeyArgument]
    private let tree: SettingsTree<Settings>
    private let file: String
    /// Why it came to nothing, where that is not the storage's to say.
    private(set) var failure: CommandFailure?

    init(_ keys: [KeyArgument], tree: SettingsTree<Settings>, file: String) {
        self.keys = keys
        self.tree = tree
        self.file = file
    }

    func draft(from bytes: [UInt8]?) throws(TransactionError) -> [UInt8]? {
        failure = nil
        let document: SettingsDocument
        let defaults: SettingsDocument
        do throws(SettingsError) {
            document = try SettingsDocument(bytes: bytes ?? Array("{}".utf8), file: file)
            defaults = try tree.document(of: tree.defaults)
            // A file that is not valid is mended by hand first.
            if !tree.isFree { _ = try SettingsDecoder().decode(Settings.self, from: [document, defaults]) }
        } catch {
            throw .unreadable(error)
        }
        var edited = document
        do throws(CommandFailure) {
            for key in keys { try remove(key, from: &edited) }
            try check(edited, over: defaults)
        } catch {
            failure = error
            throw .refused(SettingsError(.noSuchKey, error.text, file: file))
        }
        return edited.bytes == bytes || bytes == nil ? nil : edited.bytes
    }

    private func remove(_ key: KeyArgument, from document: inout SettingsDocument) throws(CommandFailure) {
        if key.path.components.isEmpty {
            throw CommandFailure(
                .usage, "the whole cannot be taken away", file: file, hint: "name the keys, or remove the file")
        }
        do throws(SettingsError) {
            if document.contains(key.path) { return try document.remove(at: key.path) }
            // Not in the file, but one of the settings' keys: it has its default already.
            if try tree.value(of: tree.defaults).value(at: key.path) != nil { return }
            if try tree.isNil(key.path, in: tree.defaults) { return }
        } catch {
            throw CommandFailure(.unacceptableValue, error.message, file: file, key: key.path, hint: error.hint)
        }
        throw key.missing(in: document.value, file: file)
    }

    private func check(_ document: SettingsDocument, over defaults: SettingsDocument) throws(CommandFailure) {
        if tree.isFree { return }
        do throws(SettingsError) {
            _ = try SettingsDecoder().decode(Settings.self, from: [document, defaults])
        } catch {
            throw CommandFailure(.unacceptableValue, error.description)
        }
    }

    func willReplace() {}
    func didNotReplace() {}
    func didReplace(with bytes: [UInt8]) {}
    func didKeep() {}
    func didUnlock() {}
    func didKeepAside(_ path: String) {
        StandardStreams.report("\(file): note: a save that a killed process had in hand is kept in \(path)")
    }
}
