import FileWatching

/// The watch on a `MemoryStorage`.
struct MemoryStorageWatch: StorageWatch {
    let handler: @Sendable (StorageSignal) -> Void
    /// Made when the first moment is asked for.
    let timer: Locked<FileWatch?>
    let remove: @Sendable () -> Void

    func cancel() {
        timer.withLock { $0 }?.cancel()
        remove()
    }

    func wake(after duration: Duration) {
        let known = timer.withLock { $0 }
        (known ?? makeTimer()).wake(after: duration)
    }

    func cancelWake() { timer.withLock { $0 }?.cancelWake() }

    private func makeTimer() -> FileWatch {
        let handler = handler
        let new = FileWatcher.shared.timer { handler(.timer) }
        let one = timer.withLock { timer in
            let one = timer ?? new
            timer = one
            return one
        }
        // Another thread made one meanwhile, and nobody would end this one.
        if one !== new { new.cancel() }
        return one
    }
}
