import SettingsStore

/// A storage whose text, and what is known of it, a test says.
final class ScriptedStorage: SettingsStorage {
    struct Script {
        var text = #"{"v": 0}"#
        var circumstances = StorageReading.Circumstances(isCertain: false, isFresh: true, isQuiet: true)
        var writing = StorageWriting.none(1)
        /// When the repository wants to look again.
        var wakes: [Duration] = []
        var hasInsisted = false
        /// How often the repository asked whether the watch can begin by now.
        var retries = 0
        var handler: (@Sendable (StorageSignal) -> Void)?
    }

    struct Watch: StorageWatch {
        let storage: ScriptedStorage

        func cancel() { storage.change { $0.handler = nil } }
        func wake(after duration: Duration) { storage.change { $0.wakes.append(duration) } }
        func cancelWake() { storage.change { $0.wakes = [] } }
        func retry() { storage.change { $0.retries += 1 } }
        func writing() -> StorageWriting { storage.script.writing }
    }

    let name = "scripted.json"
    private let state = Locked(Script())

    var script: Script { state.withLock { $0 } }

    func change(_ body: (inout Script) -> Void) { state.withLock { body(&$0) } }

    func signal(_ signal: StorageSignal) { script.handler?(signal) }

    func read(insisting: Bool) throws(SettingsError) -> StorageReading {
        state.withLock { script in
            if insisting { script.hasInsisted = true }
            return .bytes(Array(script.text.utf8), script.circumstances)
        }
    }

    func transact(_ transaction: any StorageTransaction) throws(SettingsError) {
        throw SettingsError(.inputOutput, "cannot be written", file: name)
    }

    func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch {
        state.withLock { $0.handler = handler }
        return Watch(storage: self)
    }
}
