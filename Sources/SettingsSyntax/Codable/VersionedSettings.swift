/// Settings whose file says which version of the program's format it has.
///
/// A file of a newer version than the program understands is neither read nor written: the error (`newerFormat`) says
/// so, instead of one about some key whose meaning has changed, and an old program that is started by mistake, or runs
/// on beside its successor, changes nothing. A file without the key, or of an older version, is read as ever.
/// ```swift
/// struct ServerSettings: Codable, VersionedSettings {
///     static let formatVersion = 2
///     var formatVersion = 2
///     var port = 8080
/// }
/// ```
public protocol VersionedSettings {
    /// The newest version that this program understands.
    static var formatVersion: Int { get }

    /// The key that holds a file's version, an integer; `formatVersion` unless it is said otherwise.
    static var formatVersionKey: SettingsPath { get }
}

extension VersionedSettings {
    public static var formatVersionKey: SettingsPath { ["formatVersion"] }
}

extension SettingsDocument {
    /// Looks whether the file is of a version that `type` understands, if that is a `VersionedSettings`.
    ///
    /// - Throws: `.newerFormat`, with the place of the version in the file.
    package func checkVersion<Settings>(of type: Settings.Type) throws(SettingsError) {
        guard let versioned = type as? any VersionedSettings.Type,
            let node = storage.node(at: versioned.formatVersionKey), let number = storage.value(node).int64,
            number > Int64(versioned.formatVersion)
        else { return }
        throw error(
            .newerFormat,
            "the file has version \(number), and this program understands \(versioned.formatVersion) and older",
            node: node, hint: "use the newer program that wrote it; nothing was changed")
    }
}
