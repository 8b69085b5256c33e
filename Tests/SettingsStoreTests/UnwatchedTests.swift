import SettingsStore
import Testing

struct UnwatchedTests {
    struct Counter: Codable, Sendable, Equatable {
        var v = 0
    }

    let storage = ScriptedStorage()

    @Test("While nobody can watch, the status says why, and each call asks whether somebody can by now")
    func unwatched() async throws {
        let repository = try SettingsRepository(storage: storage, defaults: Counter())
        storage.signal(.watching(.unwatched(reason: "no thread")))
        #expect(await repository.status == .unwatched("no thread"))
        var known = storage.script.retries
        #expect(known > 0)
        let calls: [(String, @Sendable () async throws -> Void)] = [
            ("value", { _ = await repository.value }), ("value again", { _ = await repository.value }),
            ("status", { _ = await repository.status }), ("reader", { _ = repository.reader }),
            ("values", { _ = await repository.values }), ("changes", { _ = await repository.changes }),
            ("events", { _ = await repository.events }), ("reload", { try await repository.reload() }),
        ]
        for (name, call) in calls {
            try await call()
            #expect(storage.script.retries > known, "\(name)")
            known = storage.script.retries
        }
    }

    @Test("Once somebody watches, no call asks any more, and the value is read as ever")
    func watched() async throws {
        let repository = try SettingsRepository(storage: storage, defaults: Counter())
        storage.signal(.watching(.unwatched(reason: "no thread")))
        storage.signal(.watching(.events))
        #expect(await repository.status == .watching)
        #expect(await repository.value == Counter())
        #expect(storage.script.retries == 0)
    }

    @Test("Who follows the events hears of it, and of the end of it")
    func events() async throws {
        let repository = try SettingsRepository(storage: storage, defaults: Counter())
        storage.signal(.watching(.unwatched(reason: "no thread")))
        var events = await repository.events.makeAsyncIterator()
        #expect(await events.next() == .watch(.unwatched(reason: "no thread")))
        storage.signal(.watching(.events))
        #expect(await events.next() == .watch(.events))
    }
}
