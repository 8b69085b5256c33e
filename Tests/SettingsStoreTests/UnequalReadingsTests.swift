import FoundationEssentials
import SettingsStore
import Testing

@Suite("A type whose == looks at what is in no file")
struct UnequalReadingsTests {
    struct Rule: Codable, Sendable, Equatable {
        let id = UUID()
        var n = 0
        enum CodingKeys: CodingKey { case n }
    }

    struct Settings: Codable, Sendable, Equatable {
        var rules: [Rule] = []
        var pause = Duration.zero
        var port = 1
    }

    @Test("A comment is no change, and no revision")
    func comments() async throws {
        let storage = MemoryStorage("{ \"rules\": [{\"n\": 1}] }")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let before = await repository.revision
        for number in 0..<3 {
            storage.edit("{ \"rules\": [ /* \(number) */ {\"n\": 1}] }")
            try await repository.reload()
        }
        #expect(await repository.revision == before)
        storage.edit("{ \"rules\": [{\"n\": 2}] }")
        try await repository.reload()
        #expect(await repository.revision != before)
        #expect(await repository.value.rules.map(\.n) == [2])
    }

    @Test("Another spelling of the same values is none either")
    func spelling() async throws {
        let storage = MemoryStorage("{ \"rules\": [{\"n\": 1}], \"pause\": \"1h\" }")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let before = await repository.revision
        storage.edit("{ \"pause\": \"60m\", \"rules\": [{\"n\": 1.0}], \"port\": 1 }")
        try await repository.reload()
        #expect(await repository.revision == before)
    }

    @Test("It is noticed also where the first change has nothing of the kind in it")
    func later() async throws {
        let storage = MemoryStorage("{ \"port\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        for text in ["{ \"port\": 2 }", "{ \"port\": 2, \"rules\": [{\"n\": 1}] }"] {
            storage.edit(text)
            try await repository.reload()
        }
        let before = await repository.revision
        storage.edit("{ \"port\": 2, \"rules\": [{\"n\": 1}] } // c")
        try await repository.reload()
        #expect(await repository.revision == before)
    }
}
