/// Watches paths.
public struct FileWatcher: Sendable {}
