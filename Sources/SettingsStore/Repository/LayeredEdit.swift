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
        /// Everything, for an enum that is the whole document.
        case root
    }

    /// The edits that are tried, one after the other. One that puts whole objects leaves in them what only the text has,
    /// unless that stands in the way.
    static let attempts: [(grain: Grain, keepsRest: Bool)] = Grain.allCases.flatMap { grain in
        grain == .values ? [(grain, false)] : [(grain, true), (grain, false)]
    }

    private let difference: SettingsDifference
    /// As it was given: of two values.
    private let plain: SettingsDifference
    private var target: SettingsDocument
    private let defaults: SettingsDocument

    /// - Parameter target: the value that is wanted, encoded: what `difference` leads to.
    /// - Throws: as `SettingsDifference.overlay(on:)`.
    init(_ difference: SettingsDifference, target: SettingsDocument, defaults: SettingsDocument) throws(SettingsError) {
        self.difference = try difference.overlay(on: defaults)
        plain = difference
        self.target = target
        self.defaults = defaults
    }

    /// The edited text. New members come in the order of the difference, which is that of the encoding.
    ///
    /// - Parameters:
    ///   - enums: objects that were found to be enums (`SettingsDifference.overlay`), for the grain of values.
    ///   - rest: keys of the text that the value does not have, and that are to stay within what is put whole.
    func apply(
        to document: SettingsDocument, grain: Grain, enums: Set<SettingsPath> = [], keeping rest: [SettingsPath] = []
    ) throws(SettingsError) -> SettingsDocument {
        if !rest.isEmpty {
            var edit = self
            try edit.addToTarget(rest, of: document)
            return try edit.apply(to: document, grain: grain, enums: enums)
        }
        var edited = document
        switch grain {
        case .values: try edited.apply(enums.isEmpty ? difference : try plain.overlay(on: defaults, enums: enums))
        case .parents:
            try put(
                difference.keys.map { isHidden($0) && $0.components.count > 1 ? $0.parent : $0 }, into: &edited)
        case .members:
            try put(difference.keys.map { SettingsPath(Array($0.components.prefix(1))) }, into: &edited)
        case .root: try put([.root], into: &edited)
        }
        return edited
    }

    /// Adds what the text has at some keys to the value that is wanted, where that has the objects for it.
    private mutating func addToTarget(
        _ keys: [SettingsPath], of document: SettingsDocument
    ) throws(SettingsError) {
        for key in keys where key.isOfKeys && !target.contains(key) {
            guard let value = document.value(at: key), case .object? = target.value(at: key.parent) else { continue }
            try target.set(value, at: key)
        }
    }

    /// Whether the key is gone from the value, and the defaults would bring it back.
    private func isHidden(_ key: SettingsPath) -> Bool {
        guard key.isOfKeys else { return false }
        return !target.contains(key) && defaults.contains(key)
    }

    /// Puts what is at each path, in their order, but nothing twice: what lies within another of them goes with that.
    private func put(_ paths: [SettingsPath], into document: inout SettingsDocument) throws(SettingsError) {
        let all = Set(paths)
        var done: Set<SettingsPath> = []
        for path in paths {
            let prefixes = path.components.indices.lazy.map { SettingsPath(Array(path.components.prefix($0))) }
            let outermost = prefixes.first(where: all.contains) ?? path
            if done.insert(outermost).inserted { try put(outermost, into: &document) }
        }
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

    /// Whether it leads through objects alone.
    var isOfKeys: Bool { components.allSatisfy { if case .key = $0 { true } else { false } } }
}
