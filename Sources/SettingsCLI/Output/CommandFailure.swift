import SettingsSyntax

/// Why a command came to nothing: what it ends with, and what it says on standard error.
struct CommandFailure: Error {
    let status: ExitStatus
    /// Whole lines, without the newline at the end.
    let text: String

    init(_ status: ExitStatus, _ text: String) {
        self.status = status
        self.text = text
    }

    /// An error of the store.
    init(_ error: SettingsError) { self.init(ExitStatus(error), error.description) }

    /// A refusal, in the style of all errors.
    init(_ status: ExitStatus, _ message: String, file: String?, key: SettingsPath? = nil, hint: String? = nil) {
        let error = SettingsError(.invalidValue, message, file: file, key: key, hint: hint)
        self.init(status, error.description)
    }

    /// A command line that is not understood.
    static func usage(_ program: String, _ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(program): error: \(message)\nhint: " + (hint ?? "'\(program) --help' tells what there is"))
    }
}
