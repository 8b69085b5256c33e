/// How the text of a settings file is to be read.
public enum SettingsFormat: Sendable, Hashable {
    /// Strictly RFC 8259: no comments, no trailing commas, double quotes only.
    case json
    /// JSON5, and so also JSON and JSON with comments. What is written into such a file is plain JSON all the same.
    case json5
}
