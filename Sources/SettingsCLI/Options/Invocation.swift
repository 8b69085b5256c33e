import SettingsSyntax

/// A command line that was understood.
struct Invocation: Sendable {
    enum Request: Sendable {
        case version
        case help(Verb?)
        case run(Verb)
    }

    enum ValueForm: Sendable {
        /// As the key's present type demands.
        case byType
        /// Exactly this JSON.
        case json
        case string
    }

    let request: Request
    var operands: [String] = []
    var file: String?
    var app: String?
    var isJSON = false
    var valueForm: ValueForm = .byType
    var format: SettingsFormat = .json5
    var showsInitial = true
    var count: Int?
    var showsRevision = false
    var expectedRevision: FileRevision?
    var isDryRun = false
    var lockTimeout: Duration?
    var writesInPlace = false

    init(_ arguments: [String], program: String) throws(CommandFailure) {
        let line = try CommandLineReader(program: program).read(arguments)
        var operands = line.operands[...]
        let verb = try operands.popFirst().map { name throws(CommandFailure) in try Self.verb(name, program) }
        if line.options.contains(where: { $0.option == .help }) {
            request = .help(verb)
            return
        }
        if line.options.contains(where: { $0.option == .version }) {
            request = .version
            return
        }
        guard let verb else {
            throw .usage(program, "a command is missing", hint: "'\(program) --help' lists the commands")
        }
        request = .run(verb)
        self.operands = Array(operands)
        for (option, argument) in line.options {
            guard verb.options.contains(option) || Verb.commonOptions.contains(option) else {
                throw .usage(program, "'\(verb)' has no option '--\(option.name)'", hint: Self.help(verb, program))
            }
            try take(option, argument ?? "", program)
        }
        if verb == .doctor, let path = self.operands.first {
            if file != nil { throw .usage(program, "the file is named twice") }
            file = path
        }
        if file != nil, app != nil { throw .usage(program, "'--file' and '--app' exclude each other") }
        try checkOperands(verb, program)
    }

    private mutating func take(_ option: CommandOption, _ argument: String, _ program: String) throws(CommandFailure) {
        switch option {
        case .file: file = argument
        case .app: app = argument
        case .json:
            if valueForm == .string { throw .usage(program, "'--json' and '--string' exclude each other") }
            isJSON = true
            valueForm = .json
        case .string:
            if valueForm == .json { throw .usage(program, "'--json' and '--string' exclude each other") }
            valueForm = .string
        case .format:
            switch argument {
            case "json": format = .json
            case "json5": format = .json5
            default: throw .usage(program, "'--format' is json or json5, not '\(argument)'")
            }
        case .noInitial: showsInitial = false
        case .count:
            guard let number = Int(argument), number > 0 else {
                throw .usage(program, "'--count' takes a whole number from 1, not '\(argument)'")
            }
            count = number
        case .revision: showsRevision = true
        case .ifRevision:
            guard let revision = FileRevision(argument) else {
                throw .usage(
                    program, "'\(argument)' is no revision", hint: "'\(program) get --revision' prints one")
            }
            expectedRevision = revision
        case .dryRun: isDryRun = true
        case .lockTimeout:
            // A hundred years at most: a number that a clock can be asked to wait for.
            guard let seconds = Double(argument), seconds >= 0, seconds <= 3_155_760_000 else {
                throw .usage(program, "'--lock-timeout' takes a number of seconds, not '\(argument)'")
            }
            lockTimeout = .seconds(seconds)
        case .inPlace: writesInPlace = true
        case .help, .version: break
        }
    }

    private func checkOperands(_ verb: Verb, _ program: String) throws(CommandFailure) {
        let help = Self.help(verb, program)
        if operands.count < verb.operands.lowerBound {
            throw .usage(program, "'\(verb)' needs \(verb == .set ? "a key and a value" : "a key")", hint: help)
        }
        if operands.count > verb.operands.upperBound {
            throw .usage(program, "'\(verb)' cannot take '\(operands[verb.operands.upperBound])'", hint: help)
        }
        if verb == .set, !operands.count.isMultiple(of: 2) {
            throw .usage(program, "the key '\(operands[operands.count - 1])' has no value", hint: help)
        }
    }

    private static func verb(_ name: String, _ program: String) throws(CommandFailure) -> Verb {
        if let verb = Verb(rawValue: name) { return verb }
        let near = nearestSpelling(of: name, among: Verb.allCases.map(\.rawValue))
        throw .usage(program, "there is no command '\(name)'", hint: near.map { "did you mean '\($0)'?" })
    }

    private static func help(_ verb: Verb, _ program: String) -> String { "'\(program) \(verb) --help' tells more" }
}
