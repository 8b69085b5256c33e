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
        case .rejected(let error): .note(error.description)
        case .recovered: note("the file is valid again")
        case .missing: note("there is no such file; the last good values stand")
        case .unknownKeys(let errors): .note(errors.map(\.warningText).joined(separator: "\n"))
        case .watch(.events): nil
        case .watch(.limited(let reason)): note("not every change is seen at once: \(reason)")
        case .watch(.polling(let reason)): note("changes are looked for again and again: \(reason)")
        case .watch(.unwatched(let reason)): note("changes are not noticed: \(reason)")
        case .keptAside(let path): note("a save that a killed process had in hand is kept in \(path)")
        }
    }

    func notYetThere(hasDefaults: Bool) -> WatchOutput? {
        note("there is no such file yet" + (hasDefaults ? "; the defaults stand" : ""))
    }

    private func note(_ text: String) -> WatchOutput { .note("\(file): note: \(text)") }
}
