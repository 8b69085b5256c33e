// heartbeatd: tells others that this machine is alive.
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let defaultFile = "/etc/heartbeatd/settings.json"
let usage = """
    usage: heartbeatd [FILE]                    the service; without FILE on \(defaultFile)
           heartbeatd config COMMAND ...        its settings, from a shell: 'heartbeatd config --help'
           heartbeatd --help                    this help

    """

/// Writes to a standard stream, and ends the program.
func end(_ status: Int32, _ text: String, on stream: Int32) -> Never {
    // The text is lent for the length of the call.
    let written = unsafe write(stream, text, text.utf8.count)
    exit(written < 0 && status == 0 ? 1 : status)
}

switch arguments.first {
case "config": Configuration(defaultFile).run(Array(arguments.dropFirst()))
case "-h", "--help": end(0, usage, on: STDOUT_FILENO)
case let option? where option.hasPrefix("-") && option != "--":
    end(2, "heartbeatd: error: there is no option '\(option)'\n" + usage, on: STDERR_FILENO)
default:
    let files = arguments.first == "--" ? arguments.dropFirst() : arguments[...]
    if files.count > 1 {
        end(2, "heartbeatd: error: one file is expected, found \(files.count)\n" + usage, on: STDERR_FILENO)
    }
    let signals = Signals(SIGHUP, SIGTERM, SIGINT)
    Service.start(on: files.first ?? defaultFile, obeying: signals.stream)
    signals.wait()
}
