/// What a storage's watch says.
public enum StorageSignal: Sendable {
    /// Look again. `settled` is true when a writer is known to have finished.
    case look(settled: Bool)
    /// The time asked for with `StorageWatch.wake(after:)` has come.
    case timer
    /// How the storage is watched from now on.
    case watching(WatchMode)
}
