import Glibc
import SettingsStore

/// Which file a command is about.
struct FileChoice {
    let path: String
    /// Whether missing directories are made by a write: for those that `--app` names, not for a path that may be misspelt
    /// or whose directory is the system's to set up (`/etc/myservice`).
    let createsDirectories: Bool

    /// In this order: `--file`, `--app`, `$SETTINGS_FILE`, the program's own.
    init(_ invocation: Invocation, program: String, defaultFile: String?) throws(CommandFailure) {
        if let file = invocation.file {
            if file.isEmpty { throw .usage(program, "the path given with '--file' is empty") }
            (path, createsDirectories) = (file, false)
        } else if let app = invocation.app {
            (path, createsDirectories) = (try Self.file(of: app, program), true)
        } else if let file = try Self.variable("SETTINGS_FILE", program) {
            if file.isEmpty {
                throw .usage(program, "the variable SETTINGS_FILE is empty", hint: "set it to a path, or unset it")
            }
            (path, createsDirectories) = (file, false)
        } else if let defaultFile {
            (path, createsDirectories) = (defaultFile, false)
        } else {
            throw .usage(
                program, "no settings file is named", hint: "name it with '-f FILE', '--app NAME' or $SETTINGS_FILE")
        }
    }

    private static func file(of app: String, _ program: String) throws(CommandFailure) -> String {
        if app.isEmpty || app == "." || app == ".." || app.contains("/") {
            throw .usage(program, "'--app' takes a name that can be a directory's, not '\(app)'")
        }
        return "\(try configuration(program))/\(app)/settings.json"
    }

    /// `$XDG_CONFIG_HOME`, or `~/.config` where that is not set, empty or relative (the specification has it ignored).
    private static func configuration(_ program: String) throws(CommandFailure) -> String {
        if let directory = try variable("XDG_CONFIG_HOME", program), directory.hasPrefix("/") {
            return trimmed(directory)
        }
        if let home = try variable("HOME", program), home.hasPrefix("/") { return trimmed(home) + "/.config" }
        // unsafe: the entry is copied before anything else can ask for another
        if let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir,
            let path = unsafe String(validatingCString: home)
        {
            return trimmed(path) + "/.config"
        }
        throw .usage(
            program, "'--app' needs a home directory, and there is none", hint: "set HOME or XDG_CONFIG_HOME")
    }

    private static func trimmed(_ directory: String) -> String {
        var directory = directory[...]
        while directory.hasSuffix("/") { directory.removeLast() }
        return String(directory)
    }

    private static func variable(_ name: String, _ program: String) throws(CommandFailure) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        // unsafe: copied at once
        if let text = unsafe String(validatingCString: value) { return text }
        throw .usage(
            program, "the variable \(name) is not valid UTF-8", hint: "give files and directories names in UTF-8")
    }
}
