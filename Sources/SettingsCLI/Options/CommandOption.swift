/// The options of all commands. The raw value is the code by which `getopt_long` gives it back.
enum CommandOption: Int32, CaseIterable, Sendable {
    case file = 256
    case app, json, string, format, noInitial, count, revision, ifRevision, dryRun, lockTimeout, inPlace, help, version

    var name: String {
        switch self {
        case .file: "file"
        case .app: "app"
        case .json: "json"
        case .string: "string"
        case .format: "format"
        case .noInitial: "no-initial"
        case .count: "count"
        case .revision: "revision"
        case .ifRevision: "if-revision"
        case .dryRun: "dry-run"
        case .lockTimeout: "lock-timeout"
        case .inPlace: "in-place"
        case .help: "help"
        case .version: "version"
        }
    }

    /// What its argument is called, or nil where it takes none.
    var argumentName: String? {
        switch self {
        case .file: "FILE"
        case .app: "NAME"
        case .format: "json|json5"
        case .count: "N"
        case .ifRevision: "R"
        case .lockTimeout: "SECONDS"
        case .json, .string, .noInitial, .revision, .dryRun, .inPlace, .help, .version: nil
        }
    }

    var takesArgument: Bool { argumentName != nil }

    /// Its short form.
    init?(letter: UInt8) {
        switch letter {
        case UInt8(ascii: "f"): self = .file
        case UInt8(ascii: "h"): self = .help
        default: return nil
        }
    }

    /// The short options as `getopt` takes them.
    ///
    /// The minus sign makes it give everything in order, the colon has it tell a missing argument apart. Digits and the
    /// point count as options with a tail, so that a negative number comes through whole and is taken as the value that
    /// it is.
    static let letters = "-:f:h.::" + (0...9).map { "\($0)::" }.joined()
}
