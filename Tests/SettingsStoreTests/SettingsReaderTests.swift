import SettingsStore
import Testing

@Suite("SettingsReader")
struct SettingsReaderTests {
    /// Two values that are always changed together, one of them on the heap.
    struct Pair: Codable, Sendable, Equatable {
        var number = 0
        var text = Self.text(0)

        static func text(_ number: Int) -> String { String(repeating: "\(number),", count: 20) }
    }

    @Test("reads the value that was loaded, without waiting")
    func loaded() throws {
        let repository = try SettingsRepository(
            storage: MemoryStorage(#"{ "number": 7 }"#), defaults: Pair())
        #expect(repository.reader.current.number == 7)
    }

    @Test("has the value of an update that has returned")
    func afterUpdate() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: Pair())
        let reader = repository.reader
        for number in 1...50 {
            try await repository.update { $0.number = number }
            #expect(reader.current.number == number)
        }
    }

    @Test("has the value of an edit from outside that was followed")
    func afterEdit() async throws {
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Pair())
        let reader = repository.reader
        storage.edit(#"{ "number": 3 }"#)
        try await repository.reload()
        #expect(reader.current.number == 3)
    }

    @Test("keeps the last value when an update fails, and when the text is no longer valid")
    func afterFailure() async throws {
        let storage = MemoryStorage(#"{ "number": 1 }"#)
        let repository = try SettingsRepository(storage: storage, defaults: Pair())
        let reader = repository.reader
        struct Refused: Error {}
        await #expect(throws: Refused.self) {
            try await repository.update {
                $0.number = 2
                throw Refused()
            }
        }
        storage.edit("{")
        await #expect(throws: SettingsError.self) { try await repository.reload() }
        #expect(reader.current.number == 1)
    }

    @Test("survives the repository, and does not keep it")
    func outlives() async throws {
        var repository: SettingsRepository<Pair>? = try SettingsRepository(
            storage: MemoryStorage(#"{ "number": 1 }"#), defaults: Pair())
        weak let gone = repository
        let reader = try #require(repository).reader
        try await repository?.update { $0.number = 2 }
        await repository?.close()
        repository = nil
        let deadline = ContinuousClock.now + .seconds(20)
        while gone != nil, ContinuousClock.now < deadline { await Task.yield() }
        #expect(gone == nil)
        #expect(reader.current.number == 2)
    }

    @Test("on eight tasks sees whole values, in their order, while another updates")
    func concurrently() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: Pair())
        let last = 300
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                let reader = repository.reader
                group.addTask {
                    var seen = 0
                    while seen < last {
                        let pair = reader.current
                        #expect(pair.text == Pair.text(pair.number))
                        #expect(pair.number >= seen)
                        seen = pair.number
                        await Task.yield()
                    }
                }
            }
            for number in 1...last {
                try await repository.update {
                    $0.number = number
                    $0.text = Pair.text(number)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("a value that is being read stays as it is when another takes its place")
    func borrowed() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: Pair())
        let reader = repository.reader
        func read(_ pair: Pair) async throws {
            for number in 1...20 {
                try await repository.update {
                    $0.number = number
                    $0.text = Pair.text(number)
                }
            }
            #expect(pair == Pair())
        }
        try await read(reader.current)
        #expect(reader.current.number == 20)
    }

    @Test("lets go of the values that were replaced")
    func frees() async throws {
        final class Tracked: Codable, Sendable {
            let number: Int
            init(_ number: Int) { self.number = number }
        }
        struct Holder: Codable, Sendable { var tracked = Tracked(0) }
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: Holder(tracked: Tracked(-1)))
        let reader = repository.reader
        try await repository.update { $0.tracked = Tracked(1) }
        weak let first = reader.current.tracked
        #expect(first?.number == 1)
        try await repository.update { $0.tracked = Tracked(2) }
        try await repository.update { $0.tracked = Tracked(3) }
        let deadline = ContinuousClock.now + .seconds(20)
        while first != nil, ContinuousClock.now < deadline { _ = await repository.value.tracked.number }
        #expect(first == nil)
        #expect(reader.current.tracked.number == 3)
    }
}
