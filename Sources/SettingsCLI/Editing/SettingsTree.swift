import SettingsStore
import SettingsSyntax

/// Settings of any type as a tree of values, and back.
struct SettingsTree<Settings: Codable & Sendable>: Sendable {
    let defaults: Settings

    /// Whether the keys are the file's own affair, and any key is as good as another.
    var isFree: Bool { Settings.self == SettingsValue.self }

    func value(of settings: Settings) throws(SettingsError) -> SettingsValue {
        if let value = settings as? SettingsValue { return value }
        return try document(of: settings).value
    }

    func document(of settings: Settings) throws(SettingsError) -> SettingsDocument {
        if let value = settings as? SettingsValue { return try SettingsDocument(value) }
        // As the store does: a number may be Infinity or NaN, in the settings as they are or as they are to be.
        var encoder = SettingsEncoder()
        encoder.format = .json5
        return try encoder.encode(settings)
    }

    func settings(of document: SettingsDocument) throws(SettingsError) -> Settings {
        try SettingsDecoder().decode(Settings.self, from: document)
    }

    /// Why `path` is none of the settings' keys, or nil where it is one.
    func unknownKey(_ path: SettingsPath, in document: SettingsDocument) -> SettingsError? {
        if isFree { return nil }
        let unknown = SettingsDecoder().keysNotAskedFor(Settings.self, in: [document]).first { error in
            guard let key = error.key else { return false }
            return key.contains(path) || path.contains(key)
        }
        guard let unknown, isVersion(unknown.key) else { return unknown }
        return SettingsError(.unknownKey, Self.versionMessage, key: unknown.key, hint: Self.versionHint)
    }

    /// Whether a key is the one that the files have their format's version under.
    func isVersion(_ path: SettingsPath?) -> Bool {
        (Settings.self as? any VersionedSettings.Type).map { $0.formatVersionKey == path } ?? false
    }

    // What is said of that key, to who takes it for one of the settings.
    static var versionMessage: String {
        "is not one of the settings: it tells which version of the format the file has"
    }
    static var versionHint: String { "only who brings the file into another format changes it, by hand" }

    /// Whether an absent value is one that the settings know: an optional that is nil.
    func isNil(_ path: SettingsPath, in settings: Settings) throws(SettingsError) -> Bool {
        if isFree { return false }
        return try isNil(path, in: document(of: settings))
    }

    /// The same, of settings as a document.
    func isNil(_ path: SettingsPath, in settings: SettingsDocument) throws(SettingsError) -> Bool {
        if isFree { return false }
        var document = settings
        do throws(SettingsError) {
            try document.set(.null, at: path)
            _ = try self.settings(of: document)
        } catch {
            if error.code != .validation { return false }
        }
        return unknownKey(path, in: document) == nil
    }
}
