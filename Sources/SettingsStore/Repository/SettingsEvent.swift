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
