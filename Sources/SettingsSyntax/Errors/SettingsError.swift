/// Whatever went wrong with settings: the one error that this library throws.
///
/// `description` reads like a compiler's message: the file, the place in it, the key, what was expected and what was
/// found, the line itself with a caret under the fault, and where there is one, what to do.
/// ```text
/// settings.json:12:17: error: server.port: expected an integer, found the string "80a"
///         "port": "80a",
///                 ^~~~~
/// ```
public struct SettingsError: Error, Sendable, Hashable {
    /// What kind of fault it is; programs decide by it.
    public var code: Code
    /// What went wrong, without the file, the place or the key.
    public var message: String
    /// The file as the caller named it, or nil where no file is concerned.
    public var file: String?
    /// The key at fault, or nil where it is not one key's fault.
    public var key: SettingsPath?
    /// Where in the file, or nil where the fault is not a place in a text.
    public var location: SourceLocation?
    /// The line of the file that holds `location`, and below it a caret; nil where there is none.
    public var excerpt: String?
    /// What a person can do about it, as a sentence, or nil.
    public var hint: String?
    /// All the faults, where several were found at once: `self` is then the first of them. Empty for a single fault.
    public var others: [SettingsError]
    /// `errno` of the system call that failed, or nil.
    public var systemError: Int32?

    public init(
        _ code: Code, _ message: String, file: String? = nil, key: SettingsPath? = nil, location: SourceLocation? = nil,
        excerpt: String? = nil, hint: String? = nil, others: [SettingsError] = [], systemError: Int32? = nil
    ) {
        self.code = code
        self.message = message
        self.file = file
        self.key = key
        self.location = location
        self.excerpt = excerpt
        self.hint = hint
        self.others = others
        self.systemError = systemError
    }
}
