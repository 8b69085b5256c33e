import Glibc
import SettingsCLI
import SettingsStore

let command = SettingsCommand(name: "settingsctl", version: "0.1.0", defaults: SettingsValue.object(SettingsObject()))
exit(await command.run(CommandLine.arguments.dropFirst()))
