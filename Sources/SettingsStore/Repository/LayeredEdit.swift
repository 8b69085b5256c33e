import SettingsSyntax

/// A difference between two values of the same settings, made into an edit of the file's text.
///
/// The value is the file over the defaults, so a difference of values is not yet one of the text: taking away a key
/// that the defaults have too needs a `null` that hides it.
struct LayeredEdit {
    enum Grain: CaseIterable {
        /// Each value that differs, however deep.
        case values
        /// The whole object around a removal that only a `null` could express (an enum's other case).
        case parents
        /// Whole members of the root, for types whose encoding does not match their text part by part.
        case members
    }

    private let difference: SettingsDifference
    private let target: SettingsDocument
    private let defaults: SettingsDocument

    /// - Parameter target: the value that is wanted, encoded: what `difference` leads to.
    init(_ difference: SettingsDifference, target: SettingsDocument, defaults: SettingsDocument) {
        self.difference = difference
        self.target = target
        self.defaults = defaults
    }

    func apply(to document: SettingsDocument, grain: Grain) throws(SettingsError) -> SettingsDocument {
        var edited = document
        let keys = difference.keys
        switch grain {
        case .values:
            try edited.apply(difference)
            for key in keys where isHidden(key) { try edited.set(.null, at: key) }
        case .parents:
            for path in Set(keys.map { isHidden($0) ? $0.parent : $0 }) { try put(path, into: &edited) }
        case .members:
            for path in Set(keys.map { SettingsPath(Array($0.components.prefix(1))) }) { try put(path, into: &edited) }
        }
        return edited
    }

    /// Whether the key is gone from the value, and the defaults would bring it back.
    private func isHidden(_ key: SettingsPath) -> Bool {
        guard key.components.allSatisfy({ if case .key = $0 { true } else { false } }) else { return false }
        return !target.contains(key) && defaults.contains(key)
    }

    private func put(_ path: SettingsPath, into document: inout SettingsDocument) throws(SettingsError) {
        if let value = target.value(at: path) {
            try document.set(value, at: path)
        } else if isHidden(path) {
            try document.set(.null, at: path)
        } else if document.contains(path) {
            try document.remove(at: path)
        }
    }
}

extension SettingsPath {
    /// The path to what holds the value; the root is its own.
    var parent: SettingsPath { SettingsPath(Array(components.dropLast())) }
}
