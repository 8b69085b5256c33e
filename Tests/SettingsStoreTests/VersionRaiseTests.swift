import SettingsStore
import Testing

@Suite("An update by a newer program raises the version that a file has")
struct VersionRaiseTests {
    /// As the documentation has it: the version is a plain member.
    struct Plain: Codable, Sendable, VersionedSettings {
        static let formatVersion = 2
        var formatVersion = 2
        var port = 1
    }

    /// Reads both versions, and writes the newer one.
    struct Migrating: Codable, Sendable, VersionedSettings {
        static let formatVersion = 2
        var formatVersion = 2
        var timeout = 1.0
        var port = 1

        enum CodingKeys: String, CodingKey {
            case formatVersion, timeout, port
            case milliseconds = "timeout_ms"
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let version = try container.decode(Int.self, forKey: .formatVersion)
            if version < 2, let old = try container.decodeIfPresent(Int.self, forKey: .milliseconds) {
                timeout = Double(old) / 1000
            } else {
                timeout = try container.decode(Double.self, forKey: .timeout)
            }
            port = try container.decode(Int.self, forKey: .port)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(formatVersion, forKey: .formatVersion)
            try container.encode(timeout, forKey: .timeout)
            try container.encode(port, forKey: .port)
        }
    }

    struct Older: Codable, Sendable, VersionedSettings {
        static let formatVersion = 1
        var formatVersion = 1
        var port = 1
    }

    @Test("Of a type whose version is a plain member, in the file and in the value")
    func plain() async throws {
        let storage = MemoryStorage("{ \"formatVersion\": 1, \"port\": 7 } // c")
        let repository = try SettingsRepository(storage: storage, defaults: Plain())
        #expect(await repository.value.formatVersion == 1)
        try await repository.update { $0.port = 9 }
        #expect(storage.text == "{ \"formatVersion\": 2, \"port\": 9 } // c")
        #expect(await repository.value.formatVersion == 2)
    }

    @Test("Of a type that migrates, with what only the older version says; an older program refuses the file then")
    func migrating() async throws {
        let storage = MemoryStorage(
            "{\n  \"formatVersion\": 1, // of the file\n  \"timeout_ms\": 2500,\n  \"prot\": 1\n}\n")
        let repository = try SettingsRepository(storage: storage, defaults: Migrating())
        try await repository.update { $0.port = 9 }
        let text = try #require(storage.text)
        #expect(text.contains("\"formatVersion\": 2, // of the file\n"))
        #expect(text.contains("\"timeout\": 2.5"))
        #expect(text.contains("\"prot\": 1"))
        #expect(!text.contains("timeout_ms"))
        #expect(await repository.value.timeout == 2.5)
        let error = #expect(throws: SettingsError.self) {
            _ = try SettingsRepository(storage: storage, defaults: Older())
        }
        #expect(error?.code == .newerFormat)
    }

    @Test("Where the update changes the very member that the older version had under another key")
    func migratedMember() async throws {
        let storage = MemoryStorage("{ \"formatVersion\": 1, \"timeout_ms\": 2500 }")
        let repository = try SettingsRepository(storage: storage, defaults: Migrating())
        try await repository.update { $0.timeout = 9 }
        #expect(storage.text == "{ \"formatVersion\": 2, \"timeout\": 9.0 }")
        try await repository.update { $0.timeout = 8 }
        #expect(storage.text == "{ \"formatVersion\": 2, \"timeout\": 8.0 }")
    }

    @Test("Not where the file does not have it, and not by an update that changes nothing")
    func not() async throws {
        let without = MemoryStorage("{ \"timeout\": 3 }")
        let repository = try SettingsRepository(storage: without, defaults: Migrating())
        try await repository.update { $0.timeout = 9 }
        #expect(without.text == "{ \"timeout\": 9.0 }")
        let older = MemoryStorage("{ \"formatVersion\": 1, \"timeout_ms\": 2500 }")
        let unchanged = try SettingsRepository(storage: older, defaults: Migrating())
        try await unchanged.update { $0.timeout = 2.5 }
        #expect(older.text == "{ \"formatVersion\": 1, \"timeout_ms\": 2500 }")
    }
}
