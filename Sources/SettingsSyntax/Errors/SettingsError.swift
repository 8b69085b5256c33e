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
    public var code: Code {
        get { fields.code }
        set { fields.code = newValue }
    }
    /// What went wrong, without the file, the place or the key.
    public var message: String {
        get { fields.message }
        set { fields.message = newValue }
    }
    /// The file as the caller named it, or nil where no file is concerned.
    public var file: String? {
        get { fields.file }
        set { fields.file = newValue }
    }
    /// The key at fault, or nil where it is not one key's fault.
    public var key: SettingsPath? {
        get { fields.key }
        set { fields.key = newValue }
    }
    /// Where in the file, or nil where the fault is not a place in a text.
    public var location: SourceLocation? {
        get { fields.location }
        set { fields.location = newValue }
    }
    /// The line of the file that holds `location`, and below it a caret; nil where there is none.
    public var excerpt: String? {
        get { fields.excerpt }
        set { fields.excerpt = newValue }
    }
    /// What a person can do about it, as a sentence, or nil.
    public var hint: String? {
        get { fields.hint }
        set { fields.hint = newValue }
    }
    /// All the faults, where several were found at once: `self` is then the first of them. Empty for a single fault.
    public var others: [SettingsError] {
        get { fields.others }
        set { fields.others = newValue }
    }
    /// `errno` of the system call that failed, or nil.
    public var systemError: Int32? {
        get { fields.systemError }
        set { fields.systemError = newValue }
    }

    private var box: Box

    public init(
        _ code: Code, _ message: String, file: String? = nil, key: SettingsPath? = nil, location: SourceLocation? = nil,
        excerpt: String? = nil, hint: String? = nil, others: [SettingsError] = [], systemError: Int32? = nil
    ) {
        box = .fields(
            Fields(
                code: code, message: message, file: file, key: key, location: location, excerpt: excerpt, hint: hint,
                others: others, systemError: systemError))
    }

    private var fields: Fields {
        get {
            switch box {
            case .fields(let fields): fields
            }
        }
        set { box = .fields(newValue) }
    }

    /// One word instead of two hundred bytes: room for an error is kept wherever there might be one, and hardly ever is.
    private indirect enum Box: Sendable, Hashable {
        case fields(Fields)
    }

    private struct Fields: Sendable, Hashable {
        var code: Code
        var message: String
        var file: String?
        var key: SettingsPath?
        var location: SourceLocation?
        var excerpt: String?
        var hint: String?
        var others: [SettingsError]
        var systemError: Int32?
    }
}
