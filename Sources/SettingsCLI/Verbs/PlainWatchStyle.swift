import SettingsStore
import SettingsSyntax

/// A line for each key that changes; what else happens goes to standard error.
struct PlainWatchStyle: WatchStyle {
    let file: String

    func current(_ value: SettingsValue?, at key: SettingsPath, _ revision: Int) -> WatchOutput? {
        guard let value else { return nil }
        return .result(value.leaves(below: key).map { "\($0.path.line($0.value))\n" }.joined())
    }

    func change(_ change: WatchedChange) -> WatchOutput? {
        .result(change.changes.map { "\($0)\n" }.joined())
    }

    func event(_ event: SettingsEvent) -> WatchOutput? {
        switch event {
        case .rejected, .unknownKeys: .note(event.description)
        case .watch(.events): nil
        case .recovered, .missing, .watch, .keptAside: note(event.description)
        }
    }

    func notYetThere(hasDefaults: Bool) -> WatchOutput? {
        note("there is no such file yet" + (hasDefaults ? "; the defaults stand" : ""))
    }

    private func note(_ text: String) -> WatchOutput { .note("\(file): note: \(text)") }
}
