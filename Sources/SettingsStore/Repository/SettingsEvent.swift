public import SettingsSyntax

/// What happens to a repository beside changes of its value.
public enum SettingsEvent: Sendable, Hashable {
    /// An edit is not valid. The last good value stands until it is mended.
    case rejected(SettingsError)
    /// The file is there and valid (again). If its value differs from the last good one, the change follows.
    case recovered
    /// There is no file. The last good value stands, or the defaults if there never was one.
    case missing
    /// The file is valid, and has keys that the settings do not know: each with its place and the nearest right one.
    case unknownKeys([SettingsError])
    /// How changes from outside are noticed from now on.
    case watch(WatchMode)
    /// A process died in the middle of a commit, just as a person saved: that save is kept in the file at this path.
    case keptAside(String)
}

extension SettingsEvent: CustomStringConvertible {
    /// What a log says of it: a mistake as a compiler would print it, with its place and what to do, everything else as
    /// half a sentence about the file, without its name.
    ///
    /// ```swift
    /// for await event in await repository.events { print(event) }
    /// ```
    public var description: String {
        switch self {
        case .rejected(let error): error.description
        case .recovered: "the file is valid again"
        case .missing: "there is no such file; the last good values stand"
        case .unknownKeys(let keys): keys.map(\.warningText).joined(separator: "\n")
        case .watch(.events): "changes are told by the kernel, at once"
        case .watch(.limited(let reason)): "not every change is seen at once: \(reason)"
        case .watch(.polling(let reason)): "changes are looked for again and again: \(reason)"
        case .watch(.unwatched(let reason)): "changes are not noticed: \(reason)"
        case .keptAside(let path): "a save that a killed process had in hand is kept in \(path)"
        }
    }
}
