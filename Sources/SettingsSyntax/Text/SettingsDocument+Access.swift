extension SettingsDocument {
    /// The whole document as a tree.
    public var value: SettingsValue { storage.value(0) }

    /// The value at a path, or nil where there is none. A `null` is a value.
    public func value(at path: SettingsPath) -> SettingsValue? { storage.node(at: path).map { storage.value($0) } }

    /// Whether there is a value at a path; `null` and empty containers are values.
    public func contains(_ path: SettingsPath) -> Bool { storage.node(at: path) != nil }

    /// Where the value at a path begins, or nil where there is none.
    public func location(of path: SettingsPath) -> SourceLocation? {
        storage.node(at: path).map { SourceText(storage.source).location(at: storage.range($0).lowerBound) }
    }

    /// The source text of the value at a path, exactly as it is written (`0x1F`, `1.0`, `'a'`), or nil.
    public func literal(at path: SettingsPath) -> String? { storage.node(at: path).map { storage.literal($0) } }

    /// Bytes of memory that the document takes: its text, and the index over it.
    public var memorySize: Int { storage.memorySize }

    /// An error about a node: with its path, its place, the line it is on and a caret under it.
    package func error(
        _ code: SettingsError.Code, _ message: String, node: Int, hint: String? = nil
    ) -> SettingsError {
        let range = storage.range(node)
        let text = SourceText(storage.source)
        return SettingsError(
            code, message, file: file, key: storage.path(of: node), location: text.location(at: range.lowerBound),
            excerpt: text.excerpt(range), hint: hint)
    }

    /// Unknown keys that were found in the text before an edit, where they are now; nil if one is not there.
    package func locating(unknownKeys: [SettingsError]) -> [SettingsError]? {
        var errors: [SettingsError] = []
        for unknown in unknownKeys {
            // The key stands right before its value.
            guard let path = unknown.key, let value = storage.node(at: path), value > 0,
                storage.kind(value - 1) == .key
            else { return nil }
            var error = error(unknown.code, unknown.message, node: value - 1, hint: unknown.hint)
            error.key = path
            errors.append(error)
        }
        return errors
    }
}
