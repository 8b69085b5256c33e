extension SettingsDocument {
    /// The document that a new file gets: the value as plain JSON, one member a line, indented by two spaces, with a
    /// newline at the end.
    ///
    /// - Throws: `.tooDeep` where the value is nested deeper than `maximumDepth`.
    public init(_ value: SettingsValue, file: String? = nil, maximumDepth: Int = 512) throws(SettingsError) {
        var bytes: [UInt8] = []
        JSONText.append(value, .pretty, to: &bytes)
        bytes.append(0x0A)
        try self.init(bytes: bytes, file: file, maximumDepth: maximumDepth)
    }
}
