public import SettingsSyntax

/// One step of a repository's value, exactly from what a subscriber had last to what it has now.
///
/// A slow subscriber gets several revisions as one change.
public struct SettingsChange<Settings: Sendable>: Sendable {
    /// The value that this subscriber had before.
    public let old: Settings
    /// The value now.
    public let new: Settings
    /// Every key whose value differs between the two, the deepest that does, in the order of the settings.
    public let keys: [SettingsPath]
    /// Where the newest revision of this step came from.
    public let origin: ChangeOrigin
    /// The number of the revision that `new` is. The first, which was loaded, is 1; a gap tells of revisions that were
    /// passed over.
    public let revision: Int

    package init(old: Settings, new: Settings, keys: [SettingsPath], origin: ChangeOrigin, revision: Int) {
        self.old = old
        self.new = new
        self.keys = keys
        self.origin = origin
        self.revision = revision
    }
}

extension SettingsChange: Equatable where Settings: Equatable {}
