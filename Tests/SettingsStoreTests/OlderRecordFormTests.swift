import SettingsStore
import Testing

/// Records whose text has a form that their type still reads, and no longer writes.
@Suite struct OlderRecordFormTests {
    /// Once it had a `host`, before that a `server`.
    struct Renamed: Codable, Identifiable, Sendable, Equatable {
        var id: String
        var address: String
        var note: String?

        enum CodingKeys: String, CodingKey { case id, address, note, host, server }

        init(id: String, address: String, note: String? = nil) {
            (self.id, self.address, self.note) = (id, address, note)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            note = try container.decodeIfPresent(String.self, forKey: .note)
            if let host = try container.decodeIfPresent(String.self, forKey: .host) {
                address = host
            } else if let server = try container.decodeIfPresent(String.self, forKey: .server) {
                address = server
            } else {
                address = try container.decode(String.self, forKey: .address)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(address, forKey: .address)
            try container.encodeIfPresent(note, forKey: .note)
        }
    }

    /// Once it had a `url`, `name:port`, and it refuses to have both.
    struct Split: Codable, Identifiable, Sendable, Equatable {
        var id: String
        var name: String
        var port: Int

        enum CodingKeys: String, CodingKey { case id, name, port, url }

        init(id: String, name: String, port: Int) { (self.id, self.name, self.port) = (id, name, port) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            if let url = try container.decodeIfPresent(String.self, forKey: .url) {
                if container.contains(.port) { throw SettingsValidationError("either url or port") }
                let parts = url.split(separator: ":")
                name = String(parts[0])
                port = Int(parts[1]) ?? 0
            } else {
                name = try container.decode(String.self, forKey: .name)
                port = try container.decode(Int.self, forKey: .port)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(port, forKey: .port)
        }
    }

    /// Reads whatever key there is before its own: what it prefers cannot be told by the names that it asks for.
    struct Greedy: Codable, Identifiable, Sendable, Equatable {
        var id: String
        var count: Int

        init(id: String, count: Int) { (self.id, self.count) = (id, count) }

        init(from decoder: any Decoder) throws {
            var all = try [String: SettingsValue](from: decoder)
            guard case .string(let id)? = all.removeValue(forKey: "id") else {
                throw SettingsValidationError("has no id")
            }
            let counts = all.values.compactMap { Int("\($0)") }
            self.id = id
            count = counts.max() ?? 0
        }
    }

    @Test("A form that the type prefers and no longer writes goes with a save; unknown keys, comments and others stay")
    func renamed() async throws {
        let storage = MemoryStorage(
            """
            [ // all
              { id: 'z', host: 'q', /* odd */ zz: 0x1 }, // z
              // one
              { id: '1', host: 'a', zz: 1 /* kept */ }, // behind
              {id:'y',server:'r'}
            ]
            """)
        let repository = LocalRepository<Renamed>(storage: storage)
        try await repository.save(Renamed(id: "1", address: "b"))
        #expect(
            storage.text == """
                [ // all
                  { id: 'z', host: 'q', /* odd */ zz: 0x1 }, // z
                  // one
                  { id: '1', zz: 1 /* kept */, "address": "b" }, // behind
                  {id:'y',server:'r'}
                ]
                """)
        #expect(
            await LocalRepository<Renamed>(storage: storage).loadAll().map(\.address) == ["q", "b", "r"])
    }

    @Test("Where the text has the new key already, and the older one hides it, a save is made all the same")
    func hidden() async throws {
        let storage = MemoryStorage("[{ id: '1', address: 'b', host: 'a' }]")
        let repository = LocalRepository<Renamed>(storage: storage)
        try await repository.save(Renamed(id: "1", address: "b"))
        #expect(storage.text == "[{ id: '1', address: 'b' }]")
        #expect(await repository.find(by: "1")?.address == "b")
    }

    @Test("Forms that are asked for one after the other all go, and a null that hides nothing stays")
    func severalForms() async throws {
        let storage = MemoryStorage("[{ id: '1', host: 'a', server: 'c', note: null, zz: 1 }]")
        let repository = LocalRepository<Renamed>(storage: storage)
        try await repository.save(Renamed(id: "1", address: "b"))
        #expect(storage.text == #"[{ id: '1', note: null, zz: 1, "address": "b" }]"#)
    }

    @Test("What only the older form said is written anew")
    func split() async throws {
        let storage = MemoryStorage("[{ id: '1', url: 'a:80', zz: 1 } /* kept */]")
        let repository = LocalRepository<Split>(storage: storage)
        try await repository.save(Split(id: "1", name: "a", port: 81))
        #expect(await LocalRepository<Split>(storage: storage).loadAll() == [Split(id: "1", name: "a", port: 81)])
        let text = try #require(storage.text)
        #expect(!text.contains("url"))
        #expect(text.contains("zz: 1"))
        #expect(text.contains("/* kept */"))
    }

    @Test("A record whose other keys cannot be told apart is written whole, and the others stay as they are")
    func whole() async throws {
        let storage = MemoryStorage("[\n  {id:'z',more:0x5}, // z\n  { id: 'a', more: 9, count: 1 }, // a\n]")
        let repository = LocalRepository<Greedy>(storage: storage)
        try await repository.save(Greedy(id: "a", count: 3))
        #expect(storage.text == "[\n  {id:'z',more:0x5}, // z\n  { id: 'a', count: 3 }, // a\n]")
    }

    @Test("Many such records are saved in one transaction, among others")
    func many() async throws {
        let records = (0..<300).map {
            $0 % 2 == 0 ? "{ id: '\($0)', host: 'a', k: \($0) }" : "{ id: '\($0)', address: 'a' }"
        }
        let storage = MemoryStorage("[\n" + records.joined(separator: ",\n") + "\n]")
        let repository = LocalRepository<Renamed>(storage: storage)
        try await repository.save(
            contentsOf: (0..<299).map { Renamed(id: "\($0)", address: "b") } + [Renamed(id: "n", address: "n")])
        let again = await LocalRepository<Renamed>(storage: storage).loadAll()
        #expect(again.map(\.address) == Array(repeating: "b", count: 299) + ["a", "n"])
        let text = try #require(storage.text)
        #expect(!text.contains("host"))
        #expect(text.contains("k: 298"))
    }
}
