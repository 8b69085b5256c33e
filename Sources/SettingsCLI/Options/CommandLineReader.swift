import CLinux
import Glibc
import SettingsStore
import SettingsSyntax

/// Reads a command line with glibc's `getopt_long`.
struct CommandLineReader {
    /// What was read: the options in their order, and what is none.
    struct Result {
        var options: [(option: CommandOption, argument: String?)] = []
        var operands: [String] = []
    }

    let program: String

    /// `getopt_long` keeps its place in variables of the process.
    private static let gate = Locked(Gate())

    func read(_ arguments: [String]) throws(CommandFailure) -> Result {
        let outcome: Swift.Result<Result, CommandFailure> = Self.gate.withLock { _ in
            do throws(CommandFailure) { return .success(try readAlone(arguments)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    private func readAlone(_ arguments: [String]) throws(CommandFailure) -> Result {
        let table = CommandOption.allCases
        // unsafe: copies for C, freed below, used by nobody else
        let line = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let names = unsafe table.map { unsafe strdup($0.name) }
        defer {
            unsafe (line + names).forEach { unsafe free($0) }
        }
        let namesForC = unsafe names.map { unsafe UnsafePointer($0) }
        let takesArgument = table.map { $0.takesArgument ? Int32(1) : 0 }
        let codes = table.map(\.rawValue)

        var result = Result()
        clinux_begin_options()
        while true {
            var text: UnsafePointer<CChar>?
            var letter: Int32 = 0
            // unsafe: every pointer is to one of the copies above or to a local
            let code = unsafe clinux_next_option(
                Int32(arguments.count + 1), line, CommandOption.letters, namesForC, takesArgument, codes,
                Int32(table.count), &text, &letter)
            let argument = unsafe text.map { unsafe String(cString: $0) }
            switch code {
            case Int32(CLINUX_OPTION_END):
                result.operands += arguments.dropFirst(Int(clinux_option_index()) - 1)
                return result
            case Int32(CLINUX_OPTION_POSITIONAL): result.operands.append(argument ?? "")
            case Int32(CLINUX_OPTION_UNKNOWN): throw unknown(argument ?? "", letter)
            case Int32(CLINUX_OPTION_NO_ARGUMENT):
                throw .usage(program, "the option \(shown(argument ?? "", letter)) needs an argument")
            case Int32(CLINUX_OPTION_SURPLUS_ARGUMENT):
                let name = (argument ?? "").prefix { $0 != "=" }
                throw .usage(program, "the option '\(name)' takes no argument")
            default:
                if let option = CommandOption(rawValue: code) {
                    result.options.append((option, argument))
                } else if let option = UInt8(exactly: code).flatMap(CommandOption.init(letter:)) {
                    result.options.append((option, argument))
                } else {
                    // A digit or a point: a negative number.
                    let first = UInt8(exactly: code).map { String(UnicodeScalar($0)) } ?? ""
                    result.operands.append("-" + first + (argument ?? ""))
                }
            }
        }
    }

    private func shown(_ written: String, _ letter: Int32) -> String {
        guard let letter = UInt8(exactly: letter), letter != 0 else { return "'\(written)'" }
        return "'-\(Character(UnicodeScalar(letter)))'"
    }

    private func unknown(_ written: String, _ letter: Int32) -> CommandFailure {
        if written.hasPrefix("--") {
            let name = String(written.dropFirst(2).prefix { $0 != "=" })
            let names = CommandOption.allCases.map(\.name)
            let matches = names.filter { $0.hasPrefix(name) }
            if matches.count > 1 {
                return .usage(
                    program,
                    "the option '--\(name)' could be "
                        + matches.map { "'--\($0)'" }.joined(separator: " or "))
            }
            let near = nearestSpelling(of: name, among: names)
            return .usage(
                program, "there is no option '--\(name)'",
                hint: near.map { "did you mean '--\($0)'?" } ?? Self.dashes)
        }
        return .usage(program, "there is no option \(shown(written, letter))", hint: Self.dashes)
    }

    private static let dashes = "a key or value that begins with '-' goes behind '--'"
}
