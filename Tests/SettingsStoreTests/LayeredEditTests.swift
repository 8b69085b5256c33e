import SettingsStore
import Testing

@Suite("What an update adds to a text that is laid over defaults")
struct LayeredEditTests {
    enum Sink: Codable, Sendable, Equatable {
        case file(path: String, rotates: Bool = false)
        case stream
    }

    struct Ordered: Codable, Sendable, Equatable {
        var zeta = 1
        var beta = 1
        var sink = Sink.stream
        var delta: Int? = 1
        var gamma = 1
        var inner = Inner()
        var alpha = 1

        struct Inner: Codable, Sendable, Equatable {
            var second = 1
            var sink = Sink.stream
            var first: Int? = 1
            var third = 1
        }
    }

    private func order(_ keys: [String], in storage: MemoryStorage) throws -> Bool {
        let text = try #require(storage.text)
        let places = keys.map { text.firstRange(of: "\"\($0)\"")?.lowerBound }
        return !places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted()
    }

    @Test("New members stand in the order of the declaration, whatever changes with them")
    func order() async throws {
        // More than once: an order that comes from hashes is another one each time.
        for _ in 0..<8 {
            let storage = MemoryStorage()
            let repository = try SettingsRepository(storage: storage, defaults: Ordered())
            let wanted = try await repository.update { settings in
                settings.zeta = 2
                settings.beta = 2
                settings.sink = .file(path: "x")
                settings.gamma = 2
                settings.inner.second = 2
                settings.inner.third = 2
                settings.alpha = 2
                return settings
            }
            #expect(try order(["zeta", "beta", "sink", "gamma", "inner", "alpha"], in: storage))
            #expect(try await SettingsRepository(storage: storage, defaults: Ordered()).value == wanted)
        }
    }

    @Test("A null that hides a default stands where its member is declared")
    func orderOfNulls() async throws {
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Ordered())
        try await repository.update { settings in
            settings.beta = 2
            settings.delta = nil
            settings.inner.second = 2
            settings.inner.first = nil
            settings.inner.third = 2
            settings.alpha = 2
        }
        #expect(
            storage.text == """
                {
                  "beta": 2,
                  "delta": null,
                  "inner": {
                    "second": 2,
                    "first": null,
                    "third": 2
                  },
                  "alpha": 2
                }

                """)
    }

    @Test("An enum's other case and a null keep the order, at any depth, and bring nothing along")
    func everythingAtOnce() async throws {
        for _ in 0..<8 {
            let storage = MemoryStorage()
            let repository = try SettingsRepository(storage: storage, defaults: Ordered())
            let wanted = try await repository.update { settings in
                settings.zeta = 2
                settings.sink = .file(path: "x")
                settings.delta = nil
                settings.inner.sink = .file(path: "y", rotates: true)
                settings.alpha = 2
                return settings
            }
            #expect(try order(["zeta", "sink", "delta", "inner", "alpha"], in: storage), "\(storage.text ?? "")")
            #expect(storage.text?.contains("gamma") == false && storage.text?.contains("second") == false)
            #expect(try await SettingsRepository(storage: storage, defaults: Ordered()).value == wanted)
        }
    }

    indirect enum Tree: Codable, Sendable, Equatable {
        case leaf(Int)
        case text(String?)
        case pair(left: Tree?, right: Tree?)
    }

    struct Trees: Codable, Sendable, Equatable {
        var tree = Tree.text("default")
        var inner = Inner()
        struct Inner: Codable, Sendable, Equatable {
            var tree = Tree.pair(left: .leaf(1), right: .text("right"))
        }
    }

    @Test(
        "An enum goes back to the case that the defaults have, with nil where they have something",
        arguments: [
            "{\"tree\": {\"leaf\": {\"_0\": 1}}, \"inner\": {\"tree\": {\"leaf\": {\"_0\": 1}}}}", "{}",
            "{\"tree\": {\"text\": {\"_0\": \"z\"}}, \"inner\": {\"tree\": {\"pair\": {\"left\": null}}}}",
        ])
    func backToTheDefaultsCase(text: String) async throws {
        let values: [Trees] = [
            Trees(tree: .text(nil), inner: .init(tree: .pair(left: nil, right: nil))),
            Trees(tree: .leaf(3), inner: .init(tree: .pair(left: .pair(left: nil, right: nil), right: .text(nil)))),
            Trees(tree: .pair(left: .text(nil), right: nil), inner: .init(tree: .text(nil))),
            Trees(tree: .text("x"), inner: .init(tree: .pair(left: .leaf(1), right: .leaf(2)))),
        ]
        for first in values {
            for second in values {
                let storage = MemoryStorage(text)
                let repository = try SettingsRepository(storage: storage, defaults: Trees())
                for value in [first, second] {
                    try await repository.update { $0 = value }
                    #expect(await repository.value == value)
                    #expect(
                        try await SettingsRepository(storage: storage, defaults: Trees()).value == value,
                        "\(storage.text ?? "")")
                }
            }
        }
    }

    @Test("An enum changes its case in the same update that takes away what the defaults have elsewhere")
    func enumBesideNulls() async throws {
        struct Settings: Codable, Sendable, Equatable {
            var labels = ["a": 1]
            var note: String? = "default"
            var tree = Tree.text("d")
            var trees = ["x": Tree.text("d"), "y": .leaf(1)]
            var last = 1
        }
        let changes: [@Sendable (inout Settings) -> Void] = [
            { $0.labels = [:] }, { $0.labels = ["b": 2] }, { $0.note = nil }, { $0.tree = .leaf(-5) },
            { $0.tree = .text(nil) }, { $0.tree = .pair(left: .text(nil), right: nil) },
            { $0.trees = ["x": .leaf(2)] }, { $0.trees["x"] = .pair(left: nil, right: .leaf(3)) }, { $0.last = 2 },
        ]
        for first in changes {
            for second in changes {
                for text in ["{}", "{ \"tree\": { \"leaf\": { \"_0\": 1 } }, \"trees\": { \"x\": { \"text\": {} } } }"]
                {
                    let storage = MemoryStorage(text)
                    let repository = try SettingsRepository(storage: storage, defaults: Settings())
                    var wanted = await repository.value
                    first(&wanted)
                    second(&wanted)
                    try await repository.update { settings in
                        first(&settings)
                        second(&settings)
                    }
                    #expect(await repository.value == wanted)
                    let again = try SettingsRepository(storage: storage, defaults: Settings())
                    #expect(await again.value == wanted, "\(storage.text ?? "")")
                }
            }
        }
    }

    @Test("In a large file, too, what only a larger edit can express is written; the rest of the text stays")
    func largeText() async throws {
        // Large texts are checked while they are written; the smallest edit of these does not mean what it should.
        let comment = "/* \(String(repeating: "long ", count: 20_000)) */"
        let storage = MemoryStorage("\(comment)\n{ \"alpha\": 5 } // mine\n")
        let repository = try SettingsRepository(storage: storage, defaults: Ordered())
        let wanted = try await repository.update { settings in
            settings.sink = .file(path: "x")
            settings.inner.sink = .file(path: "y")
            settings.delta = nil
            return settings
        }
        #expect(await repository.value == wanted)
        #expect(try await SettingsRepository(storage: storage, defaults: Ordered()).value == wanted)
        let text = try #require(storage.text)
        #expect(text.hasPrefix("\(comment)\n{ ") && text.hasSuffix("} // mine\n"))
    }

    @Test("In a large file, too, a value that would not come back as it is refused, and nothing is written")
    func largeTextThatCannotBe() async throws {
        struct Rounding: Codable, Sendable {
            var number = 0
            init() {}
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                number = try container.decode(Int.self, forKey: .number) / 10 * 10
            }
        }
        let text = "/* \(String(repeating: "long ", count: 20_000)) */ { \"number\": 10 }"
        let storage = MemoryStorage(text)
        let repository = try SettingsRepository(storage: storage, defaults: Rounding())
        let error = await #expect(throws: SettingsError.self) { try await repository.update { $0.number = 11 } }
        #expect(error?.code == .internalFault)
        #expect(storage.text == text)
        #expect(await repository.value.number == 10)
        try await repository.update { $0.number = 20 }
        #expect(storage.text == text.replacing("10", with: "20"))
    }

    @Test("An enum that is the whole document changes its case", arguments: [nil, 20_000])
    func enumAtTheRoot(comment: Int?) async throws {
        let storage = MemoryStorage(comment.map { "{} // \(String(repeating: "long ", count: $0))\n" })
        let repository = try SettingsRepository(storage: storage, defaults: Sink.file(path: "a"))
        try await repository.update { $0 = .stream }
        try await repository.update { $0 = .file(path: "b", rotates: true) }
        let again = try SettingsRepository(storage: storage, defaults: Sink.file(path: "a"))
        #expect(await again.value == .file(path: "b", rotates: true))
    }

    @Test(
        "Only the key that was changed is written: the defaults supply the rest of its object",
        arguments: [
            (nil, "{\n  \"limits\": {\n    \"connections\": 5\n  }\n}\n"),
            ("{ \"port\": 1 }", "{ \"port\": 1, \"limits\": { \"connections\": 5 } }"),
            ("{ \"limits\": {} }", "{ \"limits\": { \"connections\": 5 } }"),
        ] as [(String?, String)])
    func onlyTheKey(text: String?, expected: String) async throws {
        let storage = text.map { MemoryStorage($0) } ?? MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await repository.set(\.limits.connections, to: 5)
        #expect(storage.text == expected)
        // Other defaults for what nobody set are the values of another day.
        var defaults = ServerSettings()
        defaults.limits.timeout = 9
        let again = try SettingsRepository(storage: storage, defaults: defaults)
        #expect(await again.value.limits == ServerSettings.Limits(connections: 5, timeout: 9))
    }

    @Test("A dictionary's entry and an enum's value are written without what the defaults have beside them")
    func onlyTheEntry() async throws {
        struct Settings: Codable, Sendable, Equatable {
            var labels = ["env": "test", "zone": "a"]
            var sink = Sink.file(path: "a", rotates: true)
        }
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        try await repository.update { settings in
            settings.labels["zone"] = "b"
            settings.labels["env"] = nil
            settings.sink = .file(path: "b", rotates: true)
        }
        #expect(
            storage.text == """
                {
                  "labels": {
                    "env": null,
                    "zone": "b"
                  },
                  "sink": {
                    "file": {
                      "path": "b"
                    }
                  }
                }
                """)
        let again = try SettingsRepository(storage: storage, defaults: Settings())
        #expect(await again.value == Settings(labels: ["zone": "b"], sink: .file(path: "b", rotates: true)))
    }

    @Test("An element of an array is written whole: the defaults have nothing for it")
    func elements() async throws {
        struct Record: Codable, Sendable, Equatable {
            var id: Int
            var limits = ServerSettings.Limits()
        }
        struct Settings: Codable, Sendable, Equatable { var records = [Record(id: 1), Record(id: 2)] }
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        try await repository.update { $0.records[1].limits.connections = 5 }
        let again = try SettingsRepository(storage: storage, defaults: Settings(records: []))
        #expect(await again.value.records.map(\.limits.connections) == [100, 5])
    }
}
