// heartbeatd: tells others that this machine is alive.
//
//     heartbeatd [FILE]                    the service
//     heartbeatd config COMMAND ...        its settings, from a shell: `heartbeatd config --help`
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let defaultFile = "/etc/heartbeatd/settings.json"

if arguments.first == "config" {
    Configuration(defaultFile).run(Array(arguments.dropFirst()))
} else {
    let signals = Signals(SIGHUP, SIGTERM, SIGINT)
    Service.start(on: arguments.first ?? defaultFile, obeying: signals.stream)
    signals.wait()
}
