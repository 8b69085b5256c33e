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
        return try SettingsEncoder().encode(settings)
    }

    func settings(of document: SettingsDocument) throws(SettingsError) -> Settings {
        try SettingsDecoder().decode(Settings.self, from: document)
    }

    /// Why `path` is none of the settings' keys, or nil where it is one.
    func unknownKey(_ path: SettingsPath, in document: SettingsDocument) -> SettingsError? {
        if isFree { return nil }
        return SettingsDecoder().unknownKeys(Settings.self, in: [document]).first { error in
            guard let key = error.key else { return false }
            return key.contains(path) || path.contains(key)
        }
    }

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
