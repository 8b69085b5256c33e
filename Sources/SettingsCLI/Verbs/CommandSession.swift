import Glibc
import SettingsStore
import SettingsSyntax

/// One command under way, on one file.
struct CommandSession<Settings: Codable & Sendable>: Sendable {
    let program: String
    let invocation: Invocation
    let storage: FileStorage
    let tree: SettingsTree<Settings>

    init(_ command: SettingsCommand<Settings>, _ invocation: Invocation) throws(CommandFailure) {
        program = command.name
        self.invocation = invocation
        tree = SettingsTree(defaults: command.defaults)
        let choice = try FileChoice(invocation, program: command.name, defaultFile: command.file)
        var options = command.options
        if choice.createsDirectories { options.createsDirectories = true }
        // Who writes without a lock, in place, is another writer as well.
        if let timeout = invocation.lockTimeout { (options.lockTimeout, options.busyTimeout) = (timeout, timeout) }
        if invocation.writesInPlace { options.irreplaceable = .writeInPlace }
        do {
            storage = try FileStorage(path: choice.path, options: options)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// As messages name it.
    var file: String { storage.name }

    func print(_ text: String) throws(CommandFailure) { try StandardStreams.printResult(text, program: program) }

    /// The key that was given, if any.
    func key() throws(CommandFailure) -> KeyArgument? {
        guard let text = invocation.operands.first else { return nil }
        return try KeyArgument(text)
    }

    /// - Parameter isService: whether it is to start as a service does, which defaults that are not acceptable keep
    ///   from that without a file.
    func repository(
        _ storage: any SettingsStorage, isService: Bool = false
    ) throws(CommandFailure) -> SettingsRepository<Settings> {
        do {
            return try SettingsRepository(storage: storage, defaults: tree.defaults, checksDefaults: isService)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension StandardStreams {
    static func printResult(_ text: String, program: String) throws(CommandFailure) {
        guard let failure = write(text) else { return }
        let error = SystemError(failure)
        throw CommandFailure(.inputOutput, "\(program): error: cannot write to the standard output: \(error.text)")
    }
}
