import Glibc
import SettingsCLI

/// `heartbeatd config`: the verbs of settingsctl, on the service's own settings.
struct Configuration {
    private let command: SettingsCommand<HeartbeatSettings>

    init(_ defaultFile: String) {
        command = SettingsCommand(
            name: "heartbeatd config", version: "1.0", defaults: HeartbeatSettings(), file: defaultFile)
    }

    /// Ends the program.
    func run(_ arguments: [String]) -> Never {
        Task.detached { [command] in exit(await command.run(arguments)) }
        while true { pause() }
    }
}
