extension SettingsRepository {
    /// How changes from outside are noticed; nil until the watch has begun. Known of a missing file too.
    package var watchMode: WatchMode? { engine.board.state.withLock { $0.watchMode } }
}
