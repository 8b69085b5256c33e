import SettingsStore

/// A file storage without a watch: the simulated disk is not to be found by inotify.
struct UnwatchedStorage: SettingsStorage {
    private let storage: FileStorage

    init(_ storage: FileStorage) { self.storage = storage }

    var name: String { storage.name }
    func read(insisting: Bool) throws(SettingsError) -> StorageReading { try storage.read(insisting: insisting) }
    func transact(_ transaction: any StorageTransaction) throws(SettingsError) { try storage.transact(transaction) }
    func rest() { storage.rest() }
    func letGo() { storage.letGo() }
    func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch { Watch() }

    private struct Watch: StorageWatch {
        func cancel() {}
        func wake(after duration: Duration) {}
        func cancelWake() {}
    }
}
