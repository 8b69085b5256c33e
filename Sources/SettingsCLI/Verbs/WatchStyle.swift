import SettingsStore
import SettingsSyntax

/// A change of what is watched.
struct WatchedChange {
    let revision: Int
    let origin: ChangeOrigin
    let changes: [SettingsDifference.Change]
    /// The value of the key that is watched; nil where there is none.
    let old: SettingsValue?
    let new: SettingsValue?
}

/// What is to be written, and where.
enum WatchOutput: Equatable {
    /// Whole lines for standard output.
    case result(String)
    /// Whole lines, without the newline at the end, for standard error.
    case note(String)
}

/// How a watch writes.
protocol WatchStyle: Sendable {
    func current(_ value: SettingsValue?, at key: SettingsPath, _ revision: Int) -> WatchOutput?
    func change(_ change: WatchedChange) -> WatchOutput?
    func event(_ event: SettingsEvent) -> WatchOutput?
    /// There is no file, and has not been one since the watch began.
    func notYetThere(hasDefaults: Bool) -> WatchOutput?
}

extension WatchStyle {
    func notYetThere(hasDefaults: Bool) -> WatchOutput? { event(.missing) }
}
