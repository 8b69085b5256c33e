import FoundationEssentials
import SettingsSyntax
import Testing

/// A value that writes itself as a test says.
private struct Written: Encodable {
    enum Key: CodingKey { case a, b, `super` }

    let write: (any Encoder) throws -> Void

    init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }

    /// - Parameter write: what is done with the root's container.
    static func members(_ write: @escaping (inout KeyedEncodingContainer<Key>) throws -> Void) -> Written {
        Written {
            var container = $0.container(keyedBy: Key.self)
            try write(&container)
        }
    }

    func encode(to encoder: any Encoder) throws { try write(encoder) }
}

@Suite("Types that write into one place more than once, as JSONEncoder lets them")
struct SharedPlacesTests {
    private func text(_ value: some Encodable) throws -> String { try SettingsEncoder().encode(value).text }

    private func refusal(_ value: Written) throws -> SettingsError {
        try #require(throws: SettingsError.self) { _ = try text(["in": value]) }
    }

    @Test("Two keyed containers of one key complete each other")
    func keyedTwice() throws {
        let value = Written.members {
            var first = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
            try first.encode(1, forKey: .a)
            var second = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
            try second.encode(2, forKey: .b)
        }
        #expect(try text(value) == "{\"a\":{\"a\":1,\"b\":2}}")
    }

    @Test("Two keyed containers of one key complete each other at any depth, and when they are used in turn")
    func keyedTwiceDeep() throws {
        let value = Written.members {
            var first = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
            var firstInner = first.nestedContainer(keyedBy: Written.Key.self, forKey: .b)
            var second = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
            var secondInner = second.nestedContainer(keyedBy: Written.Key.self, forKey: .b)
            try secondInner.encode(2, forKey: .b)
            try firstInner.encode(1, forKey: .a)
        }
        #expect(try text(value) == "{\"a\":{\"b\":{\"b\":2,\"a\":1}}}")
    }

    @Test("Two unkeyed containers of one key make one array, and count its elements")
    func unkeyedTwice() throws {
        let value = Written.members {
            var first = $0.nestedUnkeyedContainer(forKey: .a)
            try first.encode(1)
            var second = $0.nestedUnkeyedContainer(forKey: .a)
            try second.encode(second.count)
            try first.encode(first.count)
        }
        #expect(try text(value) == "{\"a\":[1,1,2]}")
    }

    @Test("A container asked for twice of one encoder is one")
    func encoderTwice() throws {
        let object = Written { encoder in
            var first = encoder.container(keyedBy: Written.Key.self)
            var second = encoder.container(keyedBy: Written.Key.self)
            try second.encode(2, forKey: .b)
            try first.encode(1, forKey: .a)
        }
        #expect(try text(object) == "{\"b\":2,\"a\":1}")
        let array = Written { encoder in
            var first = encoder.unkeyedContainer()
            try first.encode("x")
            var second = encoder.unkeyedContainer()
            try second.encode(second.count)
            try first.encode(first.count)
        }
        #expect(try text(array) == "[\"x\",1,2]")
    }

    @Test("A super encoder asked for twice goes on with what was written")
    func superTwice() throws {
        let value = Written.members { container in
            try Box(v: 1).encode(to: container.superEncoder(forKey: .a))
            try ["w": 2].encode(to: container.superEncoder(forKey: .a))
            try Box(v: 3).encode(to: container.superEncoder())
            try ["w": 4].encode(to: container.superEncoder())
        }
        #expect(try text(value) == "{\"a\":{\"v\":1,\"w\":2},\"super\":{\"v\":3,\"w\":4}}")
    }

    @Test("A container goes on with a value of its kind that is at its key")
    func valueThenContainer() throws {
        let value = Written.members {
            try $0.encode(Box(v: 1), forKey: .a)
            var nested = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
            try nested.encode(2, forKey: .b)
            try $0.encode(["x"], forKey: .b)
            var list = $0.nestedUnkeyedContainer(forKey: .b)
            try list.encode("y")
        }
        #expect(try text(value) == "{\"a\":{\"v\":1,\"b\":2},\"b\":[\"x\",\"y\"]}")
    }

    @Test("Members go on with a value that an encoder was given whole")
    func wholeThenMembers() throws {
        let value = Written { encoder in
            var whole = encoder.singleValueContainer()
            try whole.encode(Box(v: 1))
            var members = encoder.container(keyedBy: Written.Key.self)
            try members.encode(2, forKey: .b)
        }
        #expect(try text(value) == "{\"v\":1,\"b\":2}")
    }

    @Test("A value takes the place of another, and of a container with nothing in it")
    func valueOverValue() throws {
        let value = Written.members {
            try $0.encode(Box(v: 1), forKey: .a)
            try $0.encode(["w": 2], forKey: .a)
            _ = $0.nestedUnkeyedContainer(forKey: .b)
            try $0.encode("value", forKey: .b)
        }
        #expect(try text(value) == "{\"a\":{\"w\":2},\"b\":\"value\"}")
    }

    @Test("What would take the place of something of another kind is refused, with its key")
    func mixedKinds() throws {
        let kinds: [(String, Written)] = [
            (
                "an array",
                .members {
                    var object = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
                    try object.encode(1, forKey: .a)
                    var array = $0.nestedUnkeyedContainer(forKey: .a)
                    try array.encode(2)
                }
            ),
            (
                "an object",
                .members {
                    try $0.encode(1, forKey: .a)
                    var object = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
                    try object.encode(2, forKey: .b)
                }
            ),
            (
                "a value",
                .members {
                    var object = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
                    try object.encode(1, forKey: .a)
                    try $0.encode(["b": 2], forKey: .a)
                }
            ),
            (
                "a value",
                .members { container in
                    try Box(v: 1).encode(to: container.superEncoder(forKey: .a))
                    try container.encodeNil(forKey: .a)
                }
            ),
        ]
        for (kind, value) in kinds {
            let error = try refusal(value)
            #expect(error.code == .notEncodable)
            #expect(error.key == ["in", "a"])
            #expect(error.message.hasPrefix("cannot encode \(kind) where the type has written something of another"))
        }
    }

    @Test("A value that an encoder is given beside its container is refused, in either order")
    func wholeAndMembers() throws {
        let membersFirst = Written { encoder in
            var members = encoder.container(keyedBy: Written.Key.self)
            try members.encode(1, forKey: .a)
            var whole = encoder.singleValueContainer()
            try whole.encode("value")
        }
        #expect(try refusal(membersFirst).key == ["in"])
        let wholeFirst = Written { encoder in
            var whole = encoder.singleValueContainer()
            try whole.encode("value")
            var members = encoder.container(keyedBy: Written.Key.self)
            try members.encode(1, forKey: .a)
        }
        #expect(try refusal(wholeFirst).key == ["in"])
    }

    @Test("What is written late into a container whose place is taken is refused")
    func late() throws {
        let value = Written.members {
            var nested = $0.nestedContainer(keyedBy: Written.Key.self, forKey: .a)
            try $0.encode(1, forKey: .a)
            try nested.encode(2, forKey: .b)
        }
        #expect(try refusal(value).key == ["in", "a", "b"])
    }
}

@Suite("Types that go on where a value of theirs cannot be encoded, as with try?")
struct SwallowedEncodingErrorTests {
    private struct Oops: Error {}
    /// Begins to write itself, and fails.
    private struct Half: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Written.Key.self)
            try container.encode(1, forKey: .a)
            throw Oops()
        }
    }
    private let noDate = Date(timeIntervalSinceReferenceDate: .infinity)

    private func text(_ value: Written) throws -> String { try SettingsEncoder().encode(value).text }

    @Test("The key of a value that cannot be encoded is left out, wherever it stands")
    func leftOut() throws {
        let last = Written.members { [noDate] in
            try $0.encode(1, forKey: .a)
            try? $0.encode(noDate, forKey: .b)
        }
        #expect(try text(last) == "{\"a\":1}")
        let first = Written.members {
            try? $0.encode(Double.nan, forKey: .a)
            try? $0.encode(Half(), forKey: .super)
            try $0.encode(1, forKey: .b)
        }
        #expect(try text(first) == "{\"b\":1}")
    }

    @Test("Nothing of a value that fails half way is kept")
    func half() throws {
        let member = Written.members {
            try? $0.encode(Half(), forKey: .a)
            try? $0.encode(["x": [Half()]], forKey: .b)
        }
        #expect(try text(member) == "{}")
        let element = Written {
            var list = $0.unkeyedContainer()
            try list.encode(1)
            try? list.encode(Half())
            try? list.encode([Half()])
            try list.encode(list.count)
        }
        #expect(try text(element) == "[1,1]")
        let whole = Written {
            var container = $0.singleValueContainer()
            try? container.encode(Half())
            try container.encode("instead")
        }
        #expect(try text(whole) == "\"instead\"")
    }

    @Test("A key keeps the value that it had")
    func former() throws {
        let value = Written.members {
            try $0.encode(1, forKey: .a)
            try? $0.encode(Half(), forKey: .a)
        }
        #expect(try text(value) == "{\"a\":1}")
    }

    @Test("An error that is not caught names its own key, not that of one that was")
    func ownKey() throws {
        let value = Written.members {
            try? $0.encode(Double.nan, forKey: .a)
            try $0.encode(Half(), forKey: .b)
        }
        let error = #expect(throws: SettingsError.self) { _ = try text(value) }
        #expect(error?.key == ["b"])
    }
}
