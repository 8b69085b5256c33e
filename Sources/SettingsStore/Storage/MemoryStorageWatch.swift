/// The watch on a `MemoryStorage`.
struct MemoryStorageWatch: StorageWatch {
    let handler: @Sendable (StorageSignal) -> Void
    let deadline: Locked<Task<Void, Never>?>
    let remove: @Sendable () -> Void

    func cancel() {
        cancelWake()
        remove()
    }

    func wake(after duration: Duration) {
        let handler = handler
        let task = Task {
            do {
                try await Task.sleep(for: duration)
                handler(.timer)
            } catch {
                // Cancelled: the wake was taken back.
            }
        }
        replace(with: task)
    }

    func cancelWake() { replace(with: nil) }

    private func replace(with task: Task<Void, Never>?) {
        let old = deadline.withLock { deadline in
            defer { deadline = task }
            return deadline
        }
        old?.cancel()
    }
}
