import SettingsStore
import Testing

/// Faults that programs really had with those who follow their settings.
@Suite struct StreamCaseTests {
    @Test("An edit of another key, of a comment, of white space or of the order is no event of this key (R01)")
    func otherKeys() async throws {
        let storage = MemoryStorage("{ \"v\": 1, \"other\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        var values = await repository.values(of: \.v).makeAsyncIterator()
        #expect(await values.next() == 1)
        for text in [
            "{ \"v\": 1, \"other\": 2 }", "{ /* c */ \"v\": 1, \"other\": 2 }", "{\"other\":2,\n\"v\":1.0}",
            "{ \"v\": 2, \"other\": 2 }",
        ] {
            storage.edit(text)
            await Task.yield()
        }
        #expect(await values.next() == 2)
    }

    @Test("In the event of one key every other key of the same save has its new value (R02)")
    func snapshot() async throws {
        let storage = MemoryStorage("{ \"v\": 0, \"other\": 0 }")
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        let changes = await repository.changes
        let task = Task {
            var last = 0
            for await change in changes {
                #expect(change.new.v == change.new.other)
                #expect(change.old.v == last)
                #expect(await repository.value.other >= change.new.v)
                last = change.new.v
                if last == 500 { break }
            }
        }
        for number in 1...500 {
            storage.edit("{ \"v\": \(number), \"other\": \(number) }")
            if number % 50 == 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
        await task.value
    }

    @Test(
        "A bad edit is one event with its place; reads go on, no value is handed out, and the mended one is (R03, R08)")
    func badEdit() async throws {
        struct Ranged: Codable, Sendable, ValidatableSettings {
            var v = 1
            func validate() throws {
                if v > 10 { throw SettingsValidationError("must be at most 10", at: "v") }
            }
        }
        let storage = MemoryStorage("{ \"v\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: Ranged())
        var values = await repository.values(of: \.v).makeAsyncIterator()
        var events = await repository.events.makeAsyncIterator()
        #expect(await values.next() == 1)
        #expect(await events.next() == .watch(.events))
        storage.edit("{\n  \"v\": 11 }")
        guard case .rejected(let error)? = await events.next() else {
            Issue.record("not rejected")
            return
        }
        #expect(error.location?.line == 2)
        for _ in 0..<10 { #expect(await repository.value.v == 1) }
        storage.edit("{ \"v\": 2 }")
        #expect(await events.next() == .recovered)
        #expect(await values.next() == 2)
    }

    @Test("A sleeper costs nothing, gets the last value, and sees by the revision how much it missed (R04)")
    func sleeper() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage("{}"), defaults: Numbered())
        var changes = await repository.changes.makeAsyncIterator()
        for number in 1...1000 { try await repository.set(\.v, to: number) }
        let change = try #require(await changes.next())
        #expect(change.old.v == 0)
        #expect(change.new.v == 1000)
        #expect(change.revision == 1001)
    }

    @Test("Eight readers while the file is reloaded without a pause see whole values in order (R05)")
    func readersAndReloads() async throws {
        let storage = MemoryStorage("{ \"v\": 0, \"other\": 0 }")
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        let last = isSanitized ? 500 : 5000
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var previous = 0
                    while previous < last {
                        let value = await repository.value
                        #expect(value.v == value.other)
                        #expect(value.v >= previous)
                        previous = value.v
                    }
                }
            }
            group.addTask {
                for number in 1...last {
                    storage.edit("{ \"v\": \(number), \"other\": \(number) }")
                    if number % 100 == 0 { await Task.yield() }
                }
            }
        }
    }

    @Test("There and back within a moment ends where it began, and the order is never reversed (R10)")
    func thereAndBack() async throws {
        let storage = MemoryStorage("{ \"v\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        let task = Task {
            var seen: [Numbered] = []
            for await value in await repository.values {
                seen.append(value)
                if value.other == 1 { break }
            }
            return seen
        }
        for _ in 0..<100 {
            try await repository.set(\.v, to: 2)
            storage.edit("{ \"v\": 1 }")
        }
        try await repository.set(\.other, to: 1)
        let seen = await task.value
        #expect(seen.last == Numbered(v: 1, other: 1))
        for (before, after) in zip(seen, seen.dropFirst()) { #expect(before != after) }
    }

    @Test("Who begins to listen is told how things stand, and of every trouble when it is over")
    func standing() async throws {
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        var events = await repository.events.makeAsyncIterator()
        #expect(await events.next() == .watch(.events))
        #expect(await events.next() == .missing)
        storage.edit("{ \"v\": 1, \"ather\": 2 }")
        #expect(await events.next() == .recovered)
        guard case .unknownKeys? = await events.next() else {
            Issue.record("no unknown keys")
            return
        }
        var later = await repository.events.makeAsyncIterator()
        #expect(await later.next() == .watch(.events))
        guard case .unknownKeys(let keys)? = await later.next() else {
            Issue.record("no unknown keys")
            return
        }
        #expect(keys.count == 1)
        storage.edit("{ \"v\": ")
        guard case .rejected? = await later.next() else {
            Issue.record("not rejected")
            return
        }
        var last = await repository.events.makeAsyncIterator()
        #expect(await last.next() == .watch(.events))
        guard case .rejected? = await last.next() else {
            Issue.record("not rejected")
            return
        }
        storage.edit("{ \"v\": 3 }")
        #expect(await last.next() == .recovered)
    }
}
