import SettingsStore
import Testing

@Suite("A file that one release has written over its defaults, read over those of another")
struct DefaultsOfAnotherReleaseTests {
    struct Entry: Codable, Sendable, Equatable { var n = 1 }

    struct Settings: Codable, Sendable {
        var limits: [String: Int] = [:]
        var entries: [String: Entry] = [:]
        var deep: [String: [String: Int]] = [:]
        var port = 1
    }

    private func written(_ storage: MemoryStorage) async throws {
        let former = Settings(
            limits: ["a": 1, "b": 2], entries: ["a": Entry()], deep: ["q": ["x": 1], "r": ["x": 1, "y": 2]])
        let repository = try SettingsRepository(storage: storage, defaults: former)
        try await repository.update {
            $0.limits["a"] = nil
            $0.entries["a"] = nil
            $0.deep["q"] = nil
            $0.deep["r"]?["x"] = nil
        }
    }

    @Test("Nulls that hid what is no default any more keep nobody from starting, and are no unknown keys")
    func start() async throws {
        let storage = MemoryStorage()
        try await written(storage)
        let repository = try SettingsRepository(storage: storage, defaults: Settings(limits: ["b": 2]))
        #expect(await repository.value.limits == ["b": 2])
        #expect(await repository.value.entries.isEmpty)
        #expect(await repository.value.deep == ["r": [:]])
    }

    @Test("A program that runs beside it takes its file, and updates it")
    func beside() async throws {
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        try await written(storage)
        try await repository.reload()
        try await repository.update {
            $0.port = 5
            $0.limits["a"] = 7
        }
        #expect(await repository.value.limits == ["a": 7])
        #expect(storage.text?.contains("\"a\": 7") == true)
    }

    /// A figure, whose type says which members it has.
    enum Figure: Codable, Sendable, Equatable {
        case circle(r: Double)
        case square(side: Double)

        enum Key: CodingKey { case type, r, side }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            switch try container.decode(String.self, forKey: .type) {
            case "circle": self = .circle(r: try container.decode(Double.self, forKey: .r))
            default: self = .square(side: try container.decode(Double.self, forKey: .side))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .circle(let r):
                try container.encode("circle", forKey: .type)
                try container.encode(r, forKey: .r)
            case .square(let side):
                try container.encode("square", forKey: .type)
                try container.encode(side, forKey: .side)
            }
        }
    }

    struct Drawing: Codable, Sendable { var figure = Figure.circle(r: 1) }

    private func unknownKeys(_ text: String) throws -> [SettingsPath] {
        let layers = [try SettingsDocument(text), try SettingsEncoder().encode(Drawing())]
        return SettingsDecoder().unknownKeys(Drawing.self, in: layers).compactMap(\.key)
    }

    @Test("A null that hides a default of another type is no unknown key; one that hides nothing is")
    func hiddenMember() async throws {
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: Drawing())
        try await repository.update { $0.figure = .square(side: 2) }
        #expect(storage.text?.contains("\"r\": null") == true)
        #expect(try unknownKeys(storage.text ?? "").isEmpty)
        #expect(
            try unknownKeys("{\"figure\": {\"type\": \"square\", \"r\": null, \"side\": 2, \"sid\": null}}")
                == [["figure", "sid"]])
        #expect(try unknownKeys("{\"figure\": {\"type\": \"square\", \"r\": 3, \"side\": 2}}") == [["figure", "r"]])
    }
}
