/// Reads the settings of a repository at once, on any thread, without an `await`: for hot paths, and for code that is
/// not asynchronous.
///
/// ```swift
/// struct ServerSettings: Codable, Sendable { var maximumBodySize = 1 << 20 }
///
/// /// Asked for every request, on whatever thread.
/// struct Gate: Sendable {
///     let settings: SettingsReader<ServerSettings>
///     func admits(bodySize: Int) -> Bool { bodySize <= settings.current.maximumBodySize }
/// }
///
/// let repository = try SettingsRepository(path: "/etc/myservice/settings.json", defaults: ServerSettings())
/// let gate = Gate(settings: repository.reader)
/// ```
/// `current` is the value of the last revision that was committed or loaded when it is asked for: whole, never older
/// than one that any reader of the repository was given before, and as new as an `update` of the repository that has
/// returned. (An update that was made through another repository on the same file comes as one of another process does:
/// soon.) It waits for no lock, no disk and no other reader.
///
/// A reader holds the value and nothing of the repository: it keeps no file watched. When the repository is closed or
/// gone, `current` stays what it was last.
///
/// Two reads may see two revisions: who needs several values of one takes `let settings = reader.current` first.
public struct SettingsReader<Settings: Sendable>: Sendable {
    @usableFromInline let cell: ReaderCell<Settings>

    init(_ cell: ReaderCell<Settings>) { self.cell = cell }

    /// The settings now.
    ///
    /// Where only a part of it is used (`reader.current.port`), only that part is copied.
    @inlinable
    public var current: Settings {
        _read {
            let place = cell.pin()
            defer { cell.unpin(place) }
            // unsafe: the value stays until the place is unpinned
            yield unsafe cell.pointer.pointee
        }
    }
}
