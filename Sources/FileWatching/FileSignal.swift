/// What a watch has to say. It never says what happened, only that it is time to look.
package enum FileSignal: Sendable {
    /// Look at the path again. `settled`: a save is known to be complete (a writer closed the file, a file was renamed
    /// into place, or what is there has been quiet for 100 ms); otherwise somebody may be in the middle of writing.
    case look(settled: Bool)
    /// The moment asked for with ``FileWatch/wake(after:)`` has come.
    case timer
    /// How changes are noticed from now on; once at registration, and when it changes.
    case status(WatchStatus)
}
