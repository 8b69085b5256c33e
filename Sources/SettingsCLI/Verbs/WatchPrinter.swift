import Glibc
import SettingsStore
import SettingsSyntax

/// Prints the changes and events of a repository, each at once.
struct WatchPrinter<Settings: Codable & Sendable>: Sendable {
    private typealias Model = SettingsModel<Settings>

    private let program: String
    private let style: any WatchStyle
    private let key: SettingsPath
    private let showsInitial: Bool
    private let count: Int?
    private let tree: SettingsTree<Settings>
    /// Readable when it is time to stop.
    private let end: Int32

    init(_ session: CommandSession<Settings>, key: SettingsPath, end: Int32) {
        let (invocation, file) = (session.invocation, session.file)
        program = session.program
        style = invocation.isJSON ? JSONWatchStyle() : PlainWatchStyle(file: file)
        self.key = key
        showsInitial = invocation.showsInitial
        count = invocation.count
        tree = session.tree
        self.end = end
    }

    /// Prints until the task is cancelled or nobody reads.
    ///
    /// - Returns: why it could not go on, or nil where it ended as it should.
    func follow(_ repository: SettingsRepository<Settings>) async -> CommandFailure? {
        var rest = count
        var wasThere = await repository.status != .missing
        do throws(CommandFailure) {
            for await element in await repository.feed {
                switch element {
                case .current(let revision):
                    if revision.number > 1 { wasThere = true }
                    if showsInitial {
                        let value = try value(revision, isThere: wasThere)
                        try put(style.current(value, at: key, revision.number))
                    }
                case .change(let old, let new):
                    wasThere = true
                    guard let change = try change(from: old, to: new) else { continue }
                    try put(style.change(change))
                    if let left = rest {
                        if left == 1 { return nil }
                        rest = left - 1
                    }
                case .event(.missing) where !wasThere: try put(style.notYetThere(hasDefaults: !tree.isFree))
                case .event(let event):
                    if event == .recovered { wasThere = true }
                    try put(style.event(event))
                }
            }
            return nil
        } catch {
            return error.text.isEmpty ? nil : error
        }
    }

    /// - Parameter isThere: false of what stands for a file that has not been there yet.
    private func value(
        _ revision: Revision<SettingsModel<Settings>.State>, isThere: Bool = true
    ) throws(CommandFailure) -> SettingsValue? {
        // Where any key is as good as another, no file has no values; a type has its defaults.
        if tree.isFree, !isThere { return nil }
        do {
            return try tree.value(of: revision.state.value).value(at: key)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// What a step means for the key, or nil where it means nothing.
    private func change(
        from old: Revision<SettingsModel<Settings>.State>, to new: Revision<SettingsModel<Settings>.State>
    ) throws(CommandFailure) -> WatchedChange? {
        let before = try value(old)
        let after = try value(new)
        let all = old.state.difference(to: new.state)?.changes ?? []
        var changes = all.filter { key.contains($0.path) }
        if changes.isEmpty {
            // What holds the key came, went or was replaced.
            if before == after { return nil }
            changes = [SettingsDifference.Change(path: key, old: before, new: after)]
        }
        return WatchedChange(revision: new.number, origin: new.origin, changes: changes, old: before, new: after)
    }

    private func put(_ output: WatchOutput?) throws(CommandFailure) {
        guard let output else { return }
        switch output {
        case .note(let text): StandardStreams.report(text, end: end)
        case .result(let text):
            guard let failure = StandardStreams.write(text, end: end) else { return }
            if failure == EPIPE || failure == ECANCELED { throw CommandFailure(.done, "") }
            if failure == ETIMEDOUT {
                throw CommandFailure(
                    .inputOutput, "\(program): error: the last line is not whole: nobody read the rest of it in time")
            }
            throw CommandFailure(
                .inputOutput,
                "\(program): error: cannot write to the standard output: \(SystemError(failure).text)")
        }
    }
}
