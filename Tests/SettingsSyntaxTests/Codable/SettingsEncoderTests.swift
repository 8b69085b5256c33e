import FoundationEssentials
import SettingsSyntax
import Testing

@Suite struct SettingsEncoderTests {
    private func text(_ value: some Encodable) throws -> String { try SettingsEncoder().encode(value).text }

    @Test("Members stand in the order of their declaration; nil is left out, an encoded nil is null")
    func order() throws {
        struct Settings: Codable {
            var zone = "z"
            var alpha = 1
            var none: Int?
            var list: [Int?] = [1, nil]
        }
        #expect(try text(Settings()) == "{\"zone\":\"z\",\"alpha\":1,\"list\":[1,null]}")
        #expect(try text(Box<Int?>(v: nil)) == "{\"v\":null}")
    }

    @Test("Dictionaries and sets are written in an order of their own, so that equal values give equal text")
    func sorted() throws {
        #expect(try text(["b": 1, "a": 2, "c": 3]) == "{\"a\":2,\"b\":1,\"c\":3}")
        #expect(try text([10: "x", 9: "y"]) == "{\"9\":\"y\",\"10\":\"x\"}")
        #expect(try text(Set(["b", "a"])) == "[\"a\",\"b\"]")
        #expect(try text(Set([10, 9])) == "[9,10]")
        #expect(try text([SettingsDecoderTests.Level.info: 1, .debug: 2]) == "[\"debug\",2,\"info\",1]")
    }

    @Test("Numbers: whole doubles have a point, minus zero its sign, integers all their digits")
    func numbers() throws {
        #expect(
            try text([1.0, -0.0, 0.1, 1e20, .leastNonzeroMagnitude, 123456789.5])
                == "[1.0,-0.0,0.1,1e+20,5e-324,123456789.5]")
        #expect(try text([Float(0.1)]) == "[0.1]")
        #expect(try text([Int64.min, .max]) == "[-9223372036854775808,9223372036854775807]")
        #expect(try text([UInt64.max]) == "[18446744073709551615]")
        #expect(try text([Int128.min]) == "[-170141183460469231731687303715884105728]")
    }

    @Test("Infinity and NaN are refused with their key, and written where JSON5 is asked for")
    func notFinite() throws {
        let error = #expect(throws: SettingsError.self) { _ = try text(["a": [Box(v: Double.infinity)]]) }
        #expect(error?.code == .notEncodable)
        #expect(error?.key?.description == "a[0].v")
        #expect(error?.message == "cannot encode inf, which JSON does not have")
        var encoder = SettingsEncoder()
        encoder.format = .json5
        #expect(try encoder.encode([Double.infinity, -.infinity, .nan]).text == "[Infinity,-Infinity,NaN]")
    }

    @Test("Strings are escaped where JSON demands it and nowhere else")
    func strings() throws {
        #expect(try text(["a\"b\\c\n\t\u{1}/é😀"]) == "[\"a\\\"b\\\\c\\n\\t\\u0001/é😀\"]")
        let long = String(repeating: "x", count: 100) + "\"" + String(repeating: "y", count: 100)
        #expect(try decoded([String].self, text([long])) == [long])
    }

    /// Fills two containers in turn, and writes a key twice.
    struct Interleaved: Encodable {
        enum Key: CodingKey { case a, b, c }
        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedUnkeyedContainer(forKey: .a)
            try inner.encode(1)
            try outer.encode("first", forKey: .b)
            try inner.encode(2)
            try outer.encode("second", forKey: .b)
            var late = outer.nestedContainer(keyedBy: Key.self, forKey: .c)
            try late.encode(true, forKey: .a)
        }
    }

    @Test("A type that fills its containers in turn, or writes a key twice, is written rightly")
    func interleaved() throws {
        #expect(try text([Interleaved()]) == "[{\"a\":[1,2],\"b\":\"second\",\"c\":{\"a\":true}}]")
    }

    class Base: Encodable {
        enum Key: CodingKey { case a }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
        }
    }
    final class Shared: Base {
        enum OwnKey: CodingKey { case b }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: OwnKey.self)
            try container.encode(2, forKey: .b)
            try super.encode(to: encoder)
        }
    }
    final class Separate: Base {
        enum OwnKey: CodingKey { case b }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: OwnKey.self)
            let superEncoder = container.superEncoder()
            try container.encode(2, forKey: .b)
            try super.encode(to: superEncoder)
        }
    }

    @Test("A class and its superclass share an object, or have one each, written late")
    func classes() throws {
        #expect(try text(Shared()) == "{\"b\":2,\"a\":1}")
        #expect(try text(Separate()) == "{\"super\":{\"a\":1},\"b\":2}")
    }

    @Test("A type that writes nothing is an empty object, also within others")
    func nothing() throws {
        struct Silent: Encodable { func encode(to encoder: any Encoder) {} }
        #expect(try text([Silent(), Silent()]) == "[{},{}]")
    }

    @Test("A coding path that a type asks for is right")
    func codingPath() throws {
        struct Asks: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.codingPath.map(\.stringValue))
            }
        }
        #expect(try text(["a": [Asks()]]) == "{\"a\":[[\"a\",\"Index 0\"]]}")
    }

    @Test("The types of Foundation and durations have their texts")
    func foundationTypes() throws {
        #expect(try text([Date(timeIntervalSinceReferenceDate: 0.5)]) == "[\"2001-01-01T00:00:00.5Z\"]")
        #expect(try text([Data("hi".utf8)]) == "[\"aGk=\"]")
        #expect(try text([URL(string: "https://a.example/b")!]) == "[\"https://a.example/b\"]")
        #expect(try text([Decimal(string: "0.10")!]) == "[0.1]")
        #expect(try text([Duration.milliseconds(90_250)]) == "[\"1m30s250ms\"]")
    }

    @Test("A SettingsValue is written exactly, its numbers as they are")
    func settingsValue() throws {
        let value = try document("{\"a\": 1.0, \"b\": [1e2, 0.1000, null, {}]}").value
        #expect(try text(Box(v: value)) == "{\"v\":{\"a\":1.0,\"b\":[1e2,0.1000,null,{}]}}")
        #expect(try decoded(Box<SettingsValue>.self, text(Box(v: value))).v == value)
    }

    @Test("Values too deep within each other are an error, not a crash")
    func depth() throws {
        final class Nest: Encodable {
            var next: Nest?
            init(next: Nest?) { self.next = next }
        }
        var nest = Nest(next: nil)
        for _ in 0..<600 { nest = Nest(next: nest) }
        let error = #expect(throws: SettingsError.self) { _ = try text(nest) }
        #expect(error?.code == .notEncodable)
        var value = SettingsValue.null
        for _ in 0..<600 { value = .array([value]) }
        #expect(throws: SettingsError.self) { _ = try text(value) }
    }

    @Test("A key of any text", arguments: ["", "-x", "a/b", "~", " ", "__proto__", "a\"b", "\n", "é", "e\u{301}"])
    func keys(_ key: String) throws {
        let back = try decoded([String: Int].self, text([key: 1]))
        #expect(back.keys.first.map { Array($0.utf8) } == Array(key.utf8))
    }
}
