import SettingsStore
import SettingsSyntax

/// Takes keys out of the text of a file, all or none; each means what it means before any is taken out.
///
/// Out of the text, not out of the settings: these have a value for every key, so that one that is not in the file looks
/// no different from one that is there with its default.
struct Removal<Settings: Codable & Sendable>: TextChange {
    private let keys: [KeyArgument]
    private let tree: SettingsTree<Settings>
    private let file: String

    init(_ keys: [KeyArgument], tree: SettingsTree<Settings>, file: String) {
        self.keys = keys
        self.tree = tree
        self.file = file
    }

    func check(_ document: SettingsDocument) throws(SettingsError) {
        if !tree.isFree { try document.checkVersion(of: Settings.self) }
        try decode(document)
    }

    func apply(to document: inout SettingsDocument) throws(CommandFailure) {
        var paths: [SettingsPath] = []
        for key in keys where try isThere(key, in: document) { paths.append(key.path) }
        do throws(SettingsError) {
            try document.remove(at: paths)
        } catch {
            throw CommandFailure(.unacceptableValue, error.message, file: file, key: error.key, hint: error.hint)
        }
        do throws(SettingsError) {
            try decode(document)
        } catch {
            throw CommandFailure(.unacceptableValue, error.description)
        }
    }

    private func decode(_ document: SettingsDocument) throws(SettingsError) {
        if tree.isFree { return }
        _ = try SettingsDecoder().decode(Settings.self, from: [document, try tree.document(of: tree.defaults)])
    }

    /// False for one of the settings' keys that is not in the file: it has its default already.
    private func isThere(_ key: KeyArgument, in document: SettingsDocument) throws(CommandFailure) -> Bool {
        if key.path.components.isEmpty {
            throw CommandFailure(
                .usage, "the whole cannot be taken away", file: file, hint: "name the keys, or remove the file")
        }
        if document.contains(key.path) { return true }
        do throws(SettingsError) {
            if try tree.document(of: tree.defaults).contains(key.path) { return false }
            if try tree.isNil(key.path, in: tree.defaults) { return false }
        } catch {
            throw CommandFailure(.unacceptableValue, error.message, file: file, key: key.path, hint: error.hint)
        }
        throw key.missing(in: document, file: file)
    }
}
