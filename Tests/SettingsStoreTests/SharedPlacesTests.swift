import SettingsStore
import Testing

@Suite("Types that open one nested container more than once")
struct SharedPlacesTests {
    /// A base class's part and that of a class below it, say, in one object of the file.
    struct Server: Codable, Sendable, Identifiable {
        var id = "a"
        var host = "h"
        var port = 80

        enum Key: CodingKey { case id, attributes }
        enum Attribute: CodingKey { case host, port }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            id = try container.decode(String.self, forKey: .id)
            let attributes = try container.nestedContainer(keyedBy: Attribute.self, forKey: .attributes)
            host = try attributes.decodeIfPresent(String.self, forKey: .host) ?? "?"
            port = try attributes.decodeIfPresent(Int.self, forKey: .port) ?? 0
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(id, forKey: .id)
            var first = container.nestedContainer(keyedBy: Attribute.self, forKey: .attributes)
            try first.encode(host, forKey: .host)
            var second = container.nestedContainer(keyedBy: Attribute.self, forKey: .attributes)
            try second.encode(port, forKey: .port)
        }
    }

    @Test("An update of either part is written, and both are read again")
    func settings() async throws {
        let storage = MemoryStorage("{ \"attributes\": { \"host\": \"a\", \"port\": 1 } }")
        let repository = try SettingsRepository(storage: storage, defaults: Server())
        try await repository.update { $0.host = "changed" }
        #expect(storage.text == "{ \"attributes\": { \"host\": \"changed\", \"port\": 1 } }")
        try await repository.update { $0.port = 2 }
        #expect(storage.text == "{ \"attributes\": { \"host\": \"changed\", \"port\": 2 } }")
    }

    @Test("A saved record is read again whole")
    func records() async throws {
        let storage = MemoryStorage("[]")
        let repository = LocalRepository<Server>(storage: storage)
        var server = Server()
        server.host = "kept"
        server.port = 7
        try await repository.save(server)
        let again = await LocalRepository<Server>(storage: MemoryStorage(storage.text)).find(by: "a")
        #expect(again?.host == "kept")
        #expect(again?.port == 7)
    }
}
