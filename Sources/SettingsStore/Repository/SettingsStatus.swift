public import SettingsSyntax

/// How a repository stands, true at the moment it is asked.
public enum SettingsStatus: Sendable, Hashable {
    /// The file is loaded; the watch is being set up.
    case starting
    /// The value is the file's, and a change from outside arrives at once.
    case watching
    /// The same, but the kernel cannot tell of every change, for the reason given; those are found by looking.
    case limited(String)
    /// The same, but changes are found by looking again and again, for the reason given.
    case polling(String)
    /// The value is the file's as it was last read. Changes from outside are not noticed for now, for the reason given:
    /// there is no thread to be had. It is tried again every second, and by each call of the repository; `reload()` looks.
    case unwatched(String)
    /// There is no file. The value is the last good one, or the defaults if there never was one.
    case missing
    /// The file is not valid. The value is the last good one; `update` throws until the file is mended.
    case rejected(SettingsError)
    /// `close()` was called.
    case closed
}
