import CLinux
public import SettingsStore

/// The verbs of `settingsctl`, for any settings: a service offers them on its own, checked against its own type.
///
/// ```swift
/// // myservicectl: main.swift
/// import Glibc
/// import SettingsCLI
///
/// struct ServerSettings: Codable, Sendable {
///     var host = "127.0.0.1"
///     var port = 8080
/// }
///
/// let command = SettingsCommand(
///     name: "myservicectl", version: "1.2", defaults: ServerSettings(), file: "/etc/myservice/settings.json")
/// exit(await command.run(CommandLine.arguments.dropFirst()))
/// ```
/// ```text
/// $ myservicectl set port 80a
/// /etc/myservice/settings.json: error: port: expected a number, found "80a"
/// $ myservicectl get prot
/// /etc/myservice/settings.json: error: prot: no such key
/// hint: did you mean 'port'?
/// ```
/// With a type of its own the keys are the type's: one that it does not have is refused, a value must decode and pass
/// `ValidatableSettings`, `get` and `list` show the defaults of what the file leaves out, and `unset` gives a key its
/// default back. With `SettingsValue` every key and every value is as good as another.
///
/// See `docs/settingsctl.md` for the verbs and what they end with.
public struct SettingsCommand<Settings: Codable & Sendable>: Sendable {
    let name: String
    let version: String
    let defaults: Settings
    let file: String?
    let options: FileStorage.Options

    /// To be made first of all: a standard stream that is closed is closed for good from here on, where else the next
    /// file that is opened would take its place.
    /// - Parameters:
    ///   - name: the program, as its messages call it.
    ///   - version: what `--version` prints after the name.
    ///   - defaults: the value of every key that a file leaves out.
    ///   - file: the settings file where none is named, or nil if one must be.
    ///   - options: how the file is kept, where the command line does not say otherwise. A missing directory is an error,
    ///     unless these create it; that of `--app` is always made.
    public init(
        name: String, version: String, defaults: Settings, file: String? = nil,
        options: FileStorage.Options = FileStorage.Options()
    ) {
        self.name = name
        self.version = version
        self.defaults = defaults
        self.file = file
        self.options = options
        // As early as can be: before the runtime opens files of its own.
        clinux_claim_standard_streams()
    }

    /// Runs one command line: results go to standard output, everything else to standard error.
    ///
    /// `watch` catches SIGINT, SIGTERM and SIGPIPE until it ends; every command ignores SIGXFSZ meanwhile, where the program
    /// has no handler for it, so that a limit for the size of files (`ulimit -f`) is an error like others. One command runs at a time in a process.
    /// - Parameter arguments: the command line without the program's name.
    /// - Returns: what the process is to exit with: 0 done, 1 no such key, 2 usage, 3 the file is not valid, 4 the value
    ///   is not acceptable, 5 cannot read or write, 6 gave up waiting.
    public func run(_ arguments: some Sequence<String> & Sendable) async -> Int32 {
        clinux_ignore_file_size_signal()
        defer { clinux_restore_file_size_signal() }
        do throws(CommandFailure) {
            return try await perform(Array(arguments)).rawValue
        } catch {
            if !error.text.isEmpty { StandardStreams.report(error.text) }
            return error.status.rawValue
        }
    }

    func perform(_ arguments: [String]) async throws(CommandFailure) -> ExitStatus {
        if let argument = ArgumentEncoding.firstRepaired(in: arguments) {
            throw .usage(
                name, "'\(argument)' is not valid UTF-8",
                hint: "keys, values and paths are text in UTF-8; is the terminal set to another encoding?")
        }
        let invocation = try Invocation(arguments, program: name)
        switch invocation.request {
        case .version: try print("\(name) \(version)\n")
        case .help(let verb): try print(Help(program: name, defaultFile: file).text(verb))
        case .run(let verb):
            let session = try CommandSession(self, invocation)
            switch verb {
            case .get: try await session.get()
            case .set: try await session.set()
            case .unset: try await session.unset()
            case .list: try await session.list()
            case .path: try session.path()
            case .validate: return try session.validate()
            case .watch: try await session.watch()
            case .doctor: return try await session.doctor()
            }
        }
        return .done
    }

    private func print(_ text: String) throws(CommandFailure) { try StandardStreams.printResult(text, program: name) }
}
