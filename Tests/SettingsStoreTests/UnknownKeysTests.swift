import SettingsStore
import Testing

/// What is told of unknown keys while the program itself changes the file.
@Suite struct UnknownKeysTests {
    struct Server: Codable, Sendable {
        var host = "localhost"
        var tags: [String]?
    }

    struct Settings: Codable, Sendable {
        var port = 8080
        var servers: [Server] = []
        var names: [String: Int] = [:]
        var note: String?
    }

    static let text = """
        {
          "servers": [
            { "host": "a", "tag": [] }, // a misspelling
            { "host": "b" }
          ],
          "prot": 1,
          "names": { "x": 1 }
        }
        """

    static let changes: [@Sendable (inout Settings) -> Void] = [
        { $0.port = 1 },
        { $0.servers[1].tags = ["one"] },
        { $0.names["y"] = 2 },
        { $0.servers.append(Server(host: "c")) },
        { $0.names["x"] = nil },
        { $0.servers.insert(Server(host: "z"), at: 0) },
        { $0.note = "now there" },
        { $0.servers.swapAt(0, 1) },
        { $0.servers[1].host = "other" },
        { $0.servers.removeAll() },
        { $0.note = nil },
    ]

    @Test("After every update they are those of the text as it is then, each in its place")
    func afterUpdates() async throws {
        let storage = MemoryStorage(Self.text, name: "settings.json")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        for (index, change) in Self.changes.enumerated() {
            try await repository.update(change)
            let text = try #require(storage.text)
            let fresh = try SettingsRepository(
                storage: MemoryStorage(text, name: "settings.json"), defaults: Settings())
            let expected = await fresh.warnings
            #expect(await repository.warnings == expected, "change \(index)")
            #expect(expected.contains { $0.key == ["prot"] }, "change \(index)")
        }
    }

    @Test("The case of an enum that the defaults have and the file replaces is none of them")
    func otherCase() async throws {
        enum Mode: Codable, Sendable {
            case leaf
            case val(Int)
        }
        struct Modes: Codable, Sendable { var mode = Mode.val(3) }
        let repository = try SettingsRepository(
            storage: MemoryStorage("{ mode: { leaf: {} }, mood: 1 }", name: "settings.json"), defaults: Modes())
        #expect(await repository.warnings.map(\.key) == [["mood"]])
    }
}
