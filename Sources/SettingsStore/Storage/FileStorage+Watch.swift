import FileWatching

extension FileStorage {
    public func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch {
        FileStorageWatch(
            watch: FileWatcher.shared.watch(path, polling: options.pollingInterval, slowLook: options.slowLook) {
                signal in
                switch signal {
                case .look(let settled): handler(.look(settled: settled))
                case .timer: handler(.timer)
                case .status(let status): handler(.watching(WatchMode(status)))
                }
            })
    }
}

/// A `FileWatch` as a storage's.
struct FileStorageWatch: StorageWatch {
    let watch: FileWatch

    func cancel() { watch.cancel() }
    func wake(after duration: Duration) { watch.wake(after: duration) }
    func cancelWake() { watch.cancelWake() }
    func retry() { watch.retry() }
    func followWriting() { watch.followWriting() }
    func writing() -> StorageWriting {
        switch watch.writing() {
        case .unknown: .unknown
        case .underWay: .underWay
        case .none(let modifications): .none(modifications)
        }
    }
}
