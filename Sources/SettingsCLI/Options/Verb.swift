/// The commands.
enum Verb: String, CaseIterable, Sendable {
    case get, set, unset, list, path, validate, watch, doctor

    /// The options that it understands beside those that all do.
    var options: Set<CommandOption> {
        switch self {
        case .get: [.json, .revision]
        case .set: [.json, .string, .dryRun, .ifRevision, .lockTimeout, .inPlace]
        case .unset: [.dryRun, .ifRevision, .lockTimeout, .inPlace]
        case .list, .doctor: [.json]
        case .path: []
        case .validate: [.format, .json]
        case .watch: [.json, .noInitial, .count]
        }
    }

    static let commonOptions: Set<CommandOption> = [.file, .app, .help, .version]

    /// How many operands it takes.
    var operands: ClosedRange<Int> {
        switch self {
        case .get, .list, .watch, .doctor: 0...1
        case .set: 2...Int.max
        case .unset: 1...Int.max
        case .path, .validate: 0...0
        }
    }
}
