import SettingsStore
import Testing

/// Types that read more than they write: an older name of a key, another form of a value, keys that depend on others.
@Suite struct OtherFormsTests {
    /// Prefers `host`, and writes `address`.
    struct Legacy: Codable, Sendable, Equatable {
        var id: String?
        var address = "default"
        var port = 80

        private enum Key: String, CodingKey { case id, host, address, port }

        init(address: String = "default") { self.address = address }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            id = try container.decodeIfPresent(String.self, forKey: .id)
            address =
                try container.decodeIfPresent(String.self, forKey: .host)
                ?? container.decode(String.self, forKey: .address)
            port = try container.decodeIfPresent(Int.self, forKey: .port) ?? 80
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeIfPresent(id, forKey: .id)
            try container.encode(address, forKey: .address)
            try container.encode(port, forKey: .port)
        }
    }

    struct Holder<Value: Codable & Sendable>: Codable, Sendable {
        var v: Value
        var x = 1
    }

    @Test("A key with an older name gives way to the one that is written; unknown keys and comments stay")
    func olderName() async throws {
        let storage = MemoryStorage(
            """
            // top
            {
              // old
              host: 'a',
              zz: 1, // unknown
              port: 0x10, // hex
            }

            """)
        let repository = try SettingsRepository(storage: storage, defaults: Legacy())
        #expect(await repository.value.address == "a")
        try await repository.update { $0.address = "b" }
        let text = try #require(storage.text)
        #expect(text.hasPrefix("// top\n{\n  zz: 1, // unknown\n  port: 0x10, // hex\n"))
        #expect(text.contains("\"address\": \"b\""))
        #expect(!text.contains("host"))
        #expect(await repository.value.address == "b")
    }

    @Test("So it is within members and within records, and their neighbours keep their older names")
    func withinOthers() async throws {
        let nested = MemoryStorage("{v: {host:'a', zz: 1 /*u*/, port: 0x10}}")
        let one = try SettingsRepository(storage: nested, defaults: Holder(v: Legacy()))
        try await one.update { $0.v.address = "b" }
        #expect(nested.text?.contains("zz: 1 /*u*/, port: 0x10") == true)
        #expect(await one.value.v.address == "b")

        let records = MemoryStorage("{v: [{id:'1', host:'a', zz:1}, {id:'2', host:'k', zz:4}]}")
        let many = try SettingsRepository(storage: records, defaults: Holder(v: [Legacy]()))
        try await many.update { $0.v[0].address = "b" }
        let text = try #require(records.text)
        #expect(text.contains("{id:'2', host:'k', zz:4}"))
        #expect(text.contains("zz:1"))
        #expect(await many.value.v.map(\.address) == ["b", "k"])
    }

    /// Reads "1-5", and writes the two ends.
    struct Span: Codable, Sendable {
        var lo = 0
        var hi = 9

        private enum Key: String, CodingKey { case ports, lo, hi }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if let text = try container.decodeIfPresent(String.self, forKey: .ports) {
                let ends = text.split(separator: "-").compactMap { Int($0) }
                (lo, hi) = (ends[0], ends[1])
            } else {
                lo = try container.decode(Int.self, forKey: .lo)
                hi = try container.decode(Int.self, forKey: .hi)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(lo, forKey: .lo)
            try container.encode(hi, forKey: .hi)
        }
    }

    @Test("A value in another form gives way as a whole, and all of it is written")
    func otherForm() async throws {
        let storage = MemoryStorage("{ ports: '1-5', zz: 1 /*u*/ }")
        let repository = try SettingsRepository(storage: storage, defaults: Span())
        try await repository.update { $0.hi = 9 }
        let text = try #require(storage.text)
        #expect(text.contains("zz: 1 /*u*/"))
        #expect(!text.contains("ports"))
        let value = await repository.value
        #expect((value.lo, value.hi) == (1, 9))
    }

    /// Knows a proxy in one of its modes only.
    struct Mode: Codable, Sendable {
        var mode = "proxy"
        var proxy: String? = "x"
        private enum CodingKeys: CodingKey { case mode, proxy }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            mode = try container.decode(String.self, forKey: .mode)
            proxy = mode == "proxy" ? try container.decodeIfPresent(String.self, forKey: .proxy) : nil
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(mode, forKey: .mode)
            if mode == "proxy" { try container.encodeIfPresent(proxy, forKey: .proxy) }
        }
    }

    @Test("A default that another member brings back is hidden where it shall be nil")
    func broughtBack() async throws {
        let storage = MemoryStorage("{mode:'direct'}")
        let repository = try SettingsRepository(storage: storage, defaults: Mode())
        try await repository.update { settings in
            settings.mode = "proxy"
            settings.proxy = nil
        }
        let value = await repository.value
        #expect((value.mode, value.proxy) == ("proxy", nil))
        #expect(try SettingsDocument(#require(storage.text)).value(at: ["proxy"]) == .null)
    }
}

@Suite("Updates that can only be written as whole objects")
struct WholeObjectTests {
    /// Reads "1-5" and an object of the two ends, and writes the object.
    struct Span: Codable, Sendable {
        var lo = 0
        var hi = 9

        private enum CodingKeys: CodingKey { case lo, hi }

        init() {}

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                let ends = text.split(separator: "-").compactMap { Int($0) }
                (lo, hi) = (ends[0], ends[1])
            } else {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                lo = try container.decode(Int.self, forKey: .lo)
                hi = try container.decode(Int.self, forKey: .hi)
            }
        }
    }

    struct Outer: Codable, Sendable {
        var ports = Span()
        var note: Int? = 3
        var limits = ["a": 1, "b": 2]
    }

    struct Settings: Codable, Sendable {
        var outer = Outer()
        var port = 1
    }

    @Test("Unknown keys and nulls that hide defaults stay in them, with their comments")
    func rest() async throws {
        let storage = MemoryStorage(
            """
            {
              "zz": 1, // unknown
              "outer": {
                "ports": "1-5",
                "prots": { "x": 1 }, // unknown too
                "limits": { "a": null, "b": 3 }, // none of a
                "note": null // none
              }
            }

            """)
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        try await repository.update { $0.outer.ports.hi = 7 }
        let text = try #require(storage.text)
        for line in [
            "\"zz\": 1, // unknown\n", "\"prots\": { \"x\": 1 }, // unknown too\n",
            "\"limits\": { \"a\": null, \"b\": 3 }, // none of a\n", "\"note\": null // none\n",
        ] {
            #expect(text.contains(line))
        }
        let value = await repository.value
        #expect((value.outer.ports.lo, value.outer.ports.hi) == (1, 7))
        #expect(value.outer.note == nil)
        #expect(value.outer.limits == ["b": 3])
    }
}

@Suite("A type that does not read what it writes")
struct UnreadableMemberTests {
    struct Settings: Codable, Sendable {
        var note: Int? = 3
        var port = 1
        /// Comes back as an even number.
        var odd = 0

        enum CodingKeys: CodingKey { case note, port, odd }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            note = try container.decodeIfPresent(Int.self, forKey: .note)
            port = try container.decode(Int.self, forKey: .port)
            odd = try container.decode(Int.self, forKey: .odd) & ~1
        }
    }

    @Test("The error names the member that does not come back, not one that the update has nothing to do with")
    func names() async throws {
        let storage = MemoryStorage("{ \"note\": null }")
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let error = await #expect(throws: SettingsError.self) { try await repository.update { $0.odd = 5 } }
        #expect(error?.key == ["odd"])
        #expect(error?.message.contains("would not mean exactly what was asked for") == true)
        #expect(storage.text == "{ \"note\": null }")
    }
}
