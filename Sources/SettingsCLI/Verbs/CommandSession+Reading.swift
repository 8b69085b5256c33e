import Glibc
import SettingsStore
import SettingsSyntax

/// The verbs that look once.
extension CommandSession {
    /// A look at the file: the settings, and the bytes they came from (nil: there is no file).
    struct Look {
        let settings: SettingsDocument
        let bytes: [UInt8]?
    }

    func look() async throws(CommandFailure) -> Look {
        let once = CommandStorage(storage)
        do throws(SettingsError) {
            // Where the settings are what the file says, the text is enough: no tree of all values is made.
            if tree.isFree, let text = try text(once) { return Look(settings: text, bytes: once.bytes) }
        } catch {
            throw CommandFailure(error)
        }
        let settings = tree.isFree ? tree.defaults : try await repository(once).value
        do throws(SettingsError) {
            return Look(settings: try tree.document(of: settings), bytes: once.bytes)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The text of the file as it is now, or nil where there is none.
    func text(_ storage: CommandStorage) throws(SettingsError) -> SettingsDocument? {
        try storage.load { bytes throws(SettingsError) in try SettingsDocument(bytes: bytes, file: file) }
    }

    /// The value at the key that was given; the whole without one.
    private func selected(_ look: Look) throws(CommandFailure) -> SettingsValue {
        // A service's settings have their defaults; of a file that anybody may name, nothing can be said.
        let isAbsent = look.bytes == nil && tree.isFree
        guard let key = try key(), !key.path.components.isEmpty else {
            if isAbsent { throw CommandFailure(.inputOutput, "there is no such file", file: file) }
            return look.settings.value
        }
        if isAbsent {
            throw CommandFailure(.noSuchKey, "no such key", file: file, key: key.path, hint: "there is no such file")
        }
        if let value = look.settings.value(at: key.path) { return value }
        do throws(SettingsError) {
            if try tree.isNil(key.path, in: look.settings) { return .null }
        } catch {
            throw CommandFailure(error)
        }
        if tree.isVersion(key.path) {
            typealias Tree = SettingsTree<Settings>
            throw CommandFailure(
                .noSuchKey, Tree.versionMessage, file: file, key: key.path, hint: Tree.versionHint)
        }
        throw key.missing(in: look.settings, file: file)
    }

    func get() async throws(CommandFailure) {
        let look = try await look()
        guard invocation.showsRevision else {
            let value = try selected(look)
            return try print((invocation.isJSON ? value.strictJSONText : value.plainText) + "\n")
        }
        let revision = FileRevision(look.bytes).description
        if invocation.isJSON {
            let object: SettingsValue = ["revision": .string(revision), "value": try selected(look)]
            try print(object.strictJSONText + "\n")
        } else if invocation.operands.isEmpty {
            try print(revision + "\n")
        } else {
            try print(revision + "\n" + selected(look).plainText + "\n")
        }
    }

    func list() async throws(CommandFailure) {
        let value = try selected(await look())
        let prefix = try key()?.path ?? .root
        let leaves = value.leaves(below: prefix)
        if invocation.isJSON {
            try print(
                SettingsValue.object(SettingsObject(leaves.map { ($0.path.description, $0.value) })).strictJSONText
                    + "\n")
        } else {
            try print(leaves.map { "\($0.path.line($0.value))\n" }.joined())
        }
    }

    func path() throws(CommandFailure) {
        guard let path = ResolvedPath.resolve(storage.path) else {
            throw CommandFailure(
                .inputOutput, "the path leads nowhere: \(SystemError(errno).text)", file: file)
        }
        try print(path + "\n")
    }
}
