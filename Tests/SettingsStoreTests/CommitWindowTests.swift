import Glibc
import SettingsSyntax
import TestSupport
import Testing

@testable import SettingsStore

/// Looks that are asked for while a commit is under way.
@Suite struct CommitWindowTests {
    // MARK: The rule

    @Test("Before and after a commit, looks are made")
    func free() {
        var window = CommitWindow()
        #expect(window.pass(at: .zero, isAsked: false) == .free)
        window.beginDraft(at: .zero)
        window.becomeVisible()
        #expect(window.close(hasReplaced: true) == false)
        #expect(window.pass(at: .zero, isAsked: false) == .free)
    }

    @Test("What the commit finds itself need not be looked at, unless it comes to nothing", arguments: [true, false])
    func withheld(hasReplaced: Bool) {
        var window = CommitWindow()
        window.beginDraft(at: .zero)
        #expect(window.pass(at: .milliseconds(1), isAsked: false) == .withheld)
        #expect(window.isOpen() == true)
        if hasReplaced { window.becomeVisible() }
        #expect(window.close(hasReplaced: hasReplaced) == !hasReplaced)
        #expect(window.close(hasReplaced: false) == false)
    }

    @Test("What comes when others can see the text is looked at when the commit is over", arguments: [true, false])
    func deferred(hasReplaced: Bool) {
        var window = CommitWindow()
        window.beginDraft(at: .zero)
        window.becomeVisible()
        #expect(window.pass(at: .milliseconds(1), isAsked: false) == .deferred)
        #expect(window.pass(at: .milliseconds(1), isAsked: true) == .deferred)
        #expect(window.isOpen() == false)
        #expect(window.close(hasReplaced: hasReplaced) == true)
    }

    @Test("Neither a disk that stalls nor a commit keeps anybody waiting who asks")
    func patience() {
        var window = CommitWindow()
        window.beginDraft(at: .zero)
        #expect(window.pass(at: CommitWindow.patience, isAsked: false) == .free)
        #expect(window.pass(at: .milliseconds(1), isAsked: true) == .free)
        #expect(window.close(hasReplaced: false) == false)
    }

    // MARK: The repository

    /// A storage in memory that does something while it writes, and may fail to.
    private final class Storage: SettingsStorage {
        struct State {
            var text = #"{"a": 0, "b": 0}"#
            var reads = 0
            var wakes: [Duration] = []
            var handler: (@Sendable (StorageSignal) -> Void)?
            var whileDrafting: (@Sendable () -> Void)?
            var failure: SettingsError?
        }

        struct Watch: StorageWatch {
            let storage: Storage
            func cancel() { storage.state.withLock { $0.handler = nil } }
            func wake(after duration: Duration) { storage.state.withLock { $0.wakes.append(duration) } }
            func cancelWake() { storage.state.withLock { $0.wakes = [] } }
        }

        let name = "storage.json"
        let state = Locked(State())

        func look() { state.withLock { $0.handler }?(.look(settled: true)) }

        func read(insisting: Bool) throws(SettingsError) -> StorageReading {
            state.withLock { state in
                state.reads += 1
                return .bytes(Array(state.text.utf8), .init(isCertain: true, isFresh: false, isQuiet: true))
            }
        }

        func transact(_ transaction: any StorageTransaction) throws(SettingsError) {
            while true {
                let base = state.withLock { $0.text }
                do throws(TransactionError) {
                    guard let draft = try transaction.draft(from: StoredText(Array(base.utf8))) else { return }
                    let (act, failure) = state.withLock { ($0.whileDrafting, $0.failure) }
                    state.withLock { $0.whileDrafting = nil }
                    act?()
                    if let failure { throw TransactionError.refused(failure) }
                    guard try transaction.isMeant() else { continue }
                    transaction.willReplace()
                    let isDone = state.withLock { state in
                        guard state.text == base else { return false }
                        state.text = String(decoding: draft.bytes, as: UTF8.self)
                        return true
                    }
                    if isDone {
                        transaction.didReplace(with: draft)
                        transaction.didUnlock()
                        return
                    }
                    transaction.didNotReplace()
                } catch {
                    switch error {
                    case .refused(let error), .unreadable(let error): throw error
                    }
                }
            }
        }

        func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch {
            state.withLock { $0.handler = handler }
            return Watch(storage: self)
        }
    }

    private struct Pair: Codable, Sendable, Equatable {
        var a = 0
        var b = 0
    }

    private let storage = Storage()

    private func repository() throws -> SettingsRepository<Pair> {
        try SettingsRepository(storage: storage, defaults: Pair())
    }

    @Test("A commit in a row is not held up by looks at what it is about to replace")
    func needless() async throws {
        let repository = try repository()
        let before = storage.state.withLock { $0.reads }
        for number in 1...5 {
            storage.state.withLock { $0.whileDrafting = { [storage] in storage.look() } }
            try await repository.update { $0.a = number }
        }
        #expect(storage.state.withLock { $0.reads } == before)
        // Should one of them take long, it is looked at all the same.
        #expect(storage.state.withLock { $0.wakes.contains(CommitWindow.patience) })
        storage.look()
        #expect(storage.state.withLock { $0.reads } == before + 1)
        await repository.close()
    }

    @Test(
        "A save that comes while a draft is made is seen, whether the commit comes about or not",
        arguments: [true, false])
    func saveMeanwhile(fails: Bool) async throws {
        let repository = try repository()
        storage.state.withLock { state in
            if fails { state.failure = SettingsError(.inputOutput, "full", file: "storage.json") }
            state.whileDrafting = { [storage] in
                storage.state.withLock { $0.text = #"{"a": 0, "b": 7}"# }
                storage.look()
            }
        }
        if fails {
            await #expect(throws: SettingsError.self) { try await repository.update { $0.a = 1 } }
        } else {
            try await repository.update { $0.a = 1 }
        }
        try await eventually("the save is seen") { await repository.value == Pair(a: fails ? 0 : 1, b: 7) }
        await repository.close()
    }

    @Test("While the disk stalls others' saves are seen")
    func stalled() async throws {
        let repository = try repository()
        let reader = repository.reader
        let seen = Locked<Pair?>(nil)
        storage.state.withLock { state in
            state.whileDrafting = { [storage] in
                storage.state.withLock { $0.text = #"{"a": 0, "b": 7}"# }
                storage.look()
                usleep(30_000)
                storage.state.withLock { $0.handler }?(.timer)
                seen.withLock { $0 = reader.current }
            }
        }
        try await repository.update { $0.a = 1 }
        #expect(seen.withLock { $0 } == Pair(a: 0, b: 7))
        #expect(await repository.value == Pair(a: 1, b: 7))
        await repository.close()
    }
}
