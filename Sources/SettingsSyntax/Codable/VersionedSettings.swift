/// Settings whose file says which version of the program's format it has.
///
/// A file of a newer version than the program understands is neither read nor written: the error (`newerFormat`) says
/// so, instead of one about some key whose meaning has changed, and an old program that is started by mistake, or runs
/// on beside its successor, changes nothing. A file without the key, or of an older version, is read as ever; a version
/// that is no number is an error. The type need not have the key among its members.
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
    /// - Throws: `.newerFormat`, with the place of the version in the file; `.typeMismatch` where that is no number.
    package func checkVersion<Settings>(of type: Settings.Type) throws(SettingsError) {
        guard let versioned = type as? any VersionedSettings.Type,
            let node = storage.node(at: versioned.formatVersionKey), storage.kind(node) != .null
        else { return }
        guard storage.kind(node) == .number else {
            throw error(
                .typeMismatch, "expected the number of the file's version, found \(storage.value(node).typeName)",
                node: node)
        }
        // A version that is no integer, or a larger one than any, is not one that this program knows.
        let isKnown = storage.int64(node).map { $0 <= Int64(versioned.formatVersion) } ?? storage.isNegative(node)
        if isKnown { return }
        let newest = versioned.formatVersion
        let understood = storage.int64(node) == nil ? "whole numbers up to \(newest)" : "\(newest) and older"
        throw error(
            .newerFormat,
            "the file has version \(storage.literal(node)), and this program understands \(understood)",
            node: node, hint: "use the newer program that wrote it; nothing was changed")
    }
}

/// The version that an update gives to a file of an older one.
package struct VersionRaise: Sendable {
    package let key: SettingsPath
    package let version: SettingsValue

    /// A value that has an older version, with this one; nil where it has this one already.
    package func applied(to value: Remembered) throws(SettingsError) -> Remembered? {
        if value.document.value(at: key) == version { return nil }
        var document = value.document
        try document.set(version, at: key)
        return Remembered(document, [], after: nil)
    }
}

extension SettingsDocument {
    /// What an update is to raise the version of this text to: to that of the program, where there is an older one, and
    /// the type has a member for it.
    ///
    /// - Parameter target: the value that is to be written, encoded.
    package func versionRaise<Settings>(of type: Settings.Type, to target: SettingsDocument) -> VersionRaise? {
        guard let versioned = type as? any VersionedSettings.Type else { return nil }
        let (key, newest) = (versioned.formatVersionKey, Int64(versioned.formatVersion))
        guard let node = storage.node(at: key), storage.kind(node) == .number,
            storage.int64(node).map({ $0 < newest }) ?? storage.isNegative(node),
            let own = target.storage.node(at: key), target.storage.kind(own) == .number,
            target.storage.int64(own).map({ $0 <= newest }) ?? false
        else { return nil }
        return VersionRaise(key: key, version: .number(SettingsNumber(newest)))
    }
}

extension DocumentStorage {
    /// Whether a number is below zero, whatever its size.
    fileprivate func isNegative(_ number: Int) -> Bool { source[range(number).lowerBound] == UInt8(ascii: "-") }
}

extension SettingsDecoder {
    /// The key that a type's files have their version under, if it is a `VersionedSettings`.
    static func versionKey<Settings>(of type: Settings.Type) -> SettingsPath? {
        (type as? any VersionedSettings.Type)?.formatVersionKey
    }
}
