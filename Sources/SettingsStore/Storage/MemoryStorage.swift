public import SettingsSyntax

/// A text in memory in a file's place, for tests and previews.
///
/// ```swift
/// let storage = MemoryStorage(#"{ "port": 9090 }"#)
/// let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
/// storage.edit(#"{ "port": 9091 }"#)         // as a person would, from outside
/// ```
public final class MemoryStorage: SettingsStorage {
    public let name: String
    private let state: Locked<State>

    private struct State {
        var bytes: [UInt8]?
        var handlers: [Int: @Sendable (StorageSignal) -> Void] = [:]
        var nextHandler = 0
    }

    /// - Parameters:
    ///   - text: what is there at first; nil for nothing, as with a missing file.
    ///   - name: what messages call it.
    public init(_ text: String? = nil, name: String = "memory") {
        self.name = name
        state = Locked(State(bytes: text.map { Array($0.utf8) }))
    }

    /// What is there now, or nil.
    public var text: String? { state.withLock { $0.bytes }.map { String(decoding: $0, as: UTF8.self) } }

    /// Changes the text from outside, as an editor would change a file; nil removes it.
    public func edit(_ text: String?) {
        let handlers = state.withLock { state in
            state.bytes = text.map { Array($0.utf8) }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler(.look(settled: true)) }
    }

    public func read(insisting: Bool) throws(SettingsError) -> StorageReading {
        guard let bytes = state.withLock({ $0.bytes }) else { return .missing }
        return .bytes(bytes, .init(isCertain: true, isFresh: false, isQuiet: true))
    }

    public func transact(_ transaction: any StorageTransaction) throws(SettingsError) {
        while true {
            let base = state.withLock { $0.bytes }
            let draft: StoredText?
            let isMeant: Bool
            do throws(TransactionError) {
                draft = try transaction.draft(from: base.map { StoredText($0) })
                isMeant = if draft == nil { true } else { try transaction.isMeant() }
            } catch {
                switch error {
                case .unreadable(let error), .refused(let error): throw error
                }
            }
            if !isMeant { continue }
            guard let draft else {
                transaction.didKeep()
                transaction.didUnlock()
                return
            }
            transaction.willReplace()
            let isDone = state.withLock { state in
                if state.bytes != base { return false }
                state.bytes = draft.bytes
                return true
            }
            if isDone {
                transaction.didReplace(with: draft)
                transaction.didUnlock()
                // Others may be on the same storage; to the one that wrote it is nothing new.
                for handler in state.withLock({ Array($0.handlers.values) }) { handler(.look(settled: true)) }
                return
            }
            transaction.didNotReplace()
        }
    }

    public func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch {
        let key = state.withLock { state in
            state.nextHandler += 1
            state.handlers[state.nextHandler] = handler
            return state.nextHandler
        }
        let watch = MemoryStorageWatch(
            handler: handler, timer: Locked(nil),
            remove: { [state] in state.withLock { $0.handlers[key] = nil } })
        handler(.watching(.events))
        handler(.look(settled: true))
        return watch
    }
}
