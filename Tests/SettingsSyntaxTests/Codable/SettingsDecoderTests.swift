import FoundationEssentials
import SettingsSyntax
import Testing

@Suite struct SettingsDecoderTests {
    struct Server: Codable, Equatable {
        var host: String
        var port: Int
        var limits: Limits
        var proxy: String?
        struct Limits: Codable, Equatable {
            var connections: Int
            var timeout: Double?
        }
    }

    @Test("A struct with nested structs and optionals is read from commented JSON5")
    func nestedStruct() throws {
        let text = """
            // the server
            { host: 'localhost', "port": 8080,
              "limits": { "connections": 100, "timeout": 2.5, }, }
            """
        let server = try decoded(Server.self, text)
        #expect(server == Server(host: "localhost", port: 8080, limits: .init(connections: 100, timeout: 2.5)))
    }

    @Test("Members are found in any order, with escaped keys, among many others")
    func memberOrder() throws {
        let others = (0..<100).map { "\"other\($0)\": {\"v\": \($0)}" }.joined(separator: ",")
        #expect(try decoded(Box<Int>.self, "{\(others), \"v\": 7}").v == 7)
        #expect(try decoded(Box<Int>.self, "{\"\\u0076\": 7, \(others)}").v == 7)
        let reversed = try decoded(
            Server.self, "{\"limits\":{\"timeout\":null,\"connections\":1},\"port\":2,\"host\":\"h\"}")
        #expect(reversed == Server(host: "h", port: 2, limits: .init(connections: 1)))
    }

    @Test("An optional is nil where its key is missing and where it is null")
    func optionals() throws {
        struct Optionals: Codable { var v: Int? }
        #expect(try decoded(Optionals.self, "{}").v == nil)
        #expect(try decoded(Optionals.self, "{\"v\": null}").v == nil)
        #expect(try decoded(Box<Int?>.self, "{\"v\": null}").v == nil)
        #expect(try decoded(Box<Int?>.self, "{\"v\": 1}").v == 1)
        #expect(try decoded([Int?].self, "[1, null, 3]") == [1, nil, 3])
        #expect(try decoded([String: Int?].self, "{\"a\": null, \"b\": 1}") == ["a": nil, "b": 1])
    }

    enum Shape: Codable, Equatable {
        case point
        case circle(radius: Double)
        case named(String, size: Int)
    }
    enum Level: String, Codable { case debug, info, error }
    enum Priority: Int, Codable { case low = 1, high = 2 }

    @Test("Enums: raw values, cases without and with payload")
    func enums() throws {
        #expect(try decoded([Level].self, "[\"debug\", \"error\"]") == [.debug, .error])
        #expect(try decoded([Priority].self, "[1, 2.0]") == [.low, .high])
        let shapes = "[{\"point\":{}}, {\"circle\":{\"radius\":2}}, {\"named\":{\"_0\":\"a\",\"size\":3}}]"
        #expect(try decoded([Shape].self, shapes) == [.point, .circle(radius: 2), .named("a", size: 3)])
    }

    @Test("Dictionaries with texts, integers, enums and coding keys as keys")
    func dictionaries() throws {
        enum Zone: String, Codable, CodingKeyRepresentable { case east, west }
        #expect(try decoded([String: [Int]].self, "{\"a\": [1], \"b\": []}") == ["a": [1], "b": []])
        #expect(try decoded([Int: String].self, "{\"1\": \"a\", \"-2\": \"b\"}") == [1: "a", -2: "b"])
        #expect(try decoded([Zone: Int].self, "{\"east\": 1}") == [.east: 1])
        #expect(try decoded([Level: Int].self, "[\"debug\", 1]") == [.debug: 1])
        #expect(try decoded(Set<String>.self, "[\"a\", \"b\", \"a\"]") == ["a", "b"])
    }

    class Base: Codable {
        var a: Int
        required init(from decoder: any Decoder) throws {
            a = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .a)
        }
        enum Key: CodingKey { case a }
    }
    final class Derived: Base {
        var b: Int
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            b = try container.decode(Int.self, forKey: .b)
            try super.init(from: container.superDecoder())
        }
        enum Key: CodingKey { case b }
    }

    @Test("A class reads its superclass from the super decoder")
    func classes() throws {
        let derived = try decoded(Derived.self, "{\"b\": 2, \"super\": {\"a\": 1}}")
        #expect(derived.a == 1)
        #expect(derived.b == 2)
    }

    @propertyWrapper struct Clamped: Codable, Equatable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws { wrappedValue = min(try Int(from: decoder), 10) }
        func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
    }

    @Test("Property wrappers that decode themselves")
    func propertyWrappers() throws {
        struct Wrapped: Codable { @Clamped var v: Int }
        #expect(try decoded(Wrapped.self, "{\"v\": 99}").v == 10)
    }

    /// Tries one form after another, goes back to elements, opens containers twice.
    struct Flexible: Decodable, Equatable {
        var texts: [String] = []

        init(from decoder: any Decoder) throws {
            if let single = try? decoder.singleValueContainer().decode(String.self) {
                texts = [single]
                return
            }
            if let keyed = try? decoder.container(keyedBy: Key.self) {
                let again = try decoder.container(keyedBy: Key.self)
                texts = [try again.decode(String.self, forKey: .text), "\(keyed.contains(.other))"]
                return
            }
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd {
                if let number = try? list.decode(Int.self) {
                    texts.append("\(number)")
                } else if try list.decodeNil() {
                    texts.append("nil")
                } else if var inner = try? list.nestedUnkeyedContainer() {
                    texts.append(try inner.decode(String.self))
                } else {
                    texts.append(try list.decode(String.self))
                }
            }
        }
        enum Key: CodingKey { case text, other }
    }

    @Test("A type that tries several forms finds the one that is there")
    func flexibleTypes() throws {
        #expect(try decoded(Flexible.self, "\"a\"").texts == ["a"])
        #expect(try decoded(Flexible.self, "{\"text\": \"b\"}").texts == ["b", "false"])
        #expect(try decoded(Flexible.self, "[1, \"c\", null, [\"d\"]]").texts == ["1", "c", "nil", "d"])
    }

    @Test("The types of Foundation: date, data, URL, UUID, decimal")
    func foundationTypes() throws {
        let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        #expect(try decoded(Box<UUID>.self, "{\"v\": \"\(uuid)\"}").v == UUID(uuidString: uuid))
        #expect(
            try decoded(Box<URL>.self, "{\"v\": \"https://a.example/b?c\"}").v.absoluteString == "https://a.example/b?c"
        )
        #expect(try decoded(Box<Data>.self, "{\"v\": \"aGk=\"}").v == Data("hi".utf8))
        #expect(
            try decoded(Box<Date>.self, "{\"v\": \"2001-01-01T01:00:00.5+01:00\"}").v
                == Date(timeIntervalSinceReferenceDate: 0.5))
        let digits = "12345678901234567890123456789012345678"
        #expect(try decoded(Box<Decimal>.self, "{\"v\": \(digits)}").v.description == digits)
        #expect(try decoded(Box<Decimal>.self, "{\"v\": 0.1}").v == Decimal(string: "0.1"))
    }

    @Test("A duration is read as people write it")
    func durations() throws {
        #expect(try decoded([Duration].self, "[\"250ms\", \"1m30s\"]") == [.milliseconds(250), .seconds(90)])
    }

    @Test("A whole subtree is taken as it is, with the text of its numbers")
    func settingsValue() throws {
        let value = try decoded(Box<SettingsValue>.self, "{\"v\": {\"a\": 1.0, \"b\": [0x1F, null]}}").v
        #expect(value["a"]?.number?.literal == "1.0")
        #expect(value["b"]?[0]?.number?.literal == "0x1F")
        #expect(value["b"]?[1]?.isNull == true)
    }

    @Test("Keys that differ only in their normal form are an error in a dictionary, which takes them for the same")
    func normalForms() throws {
        let text = "{\"\\u00e9\": 1, \"e\\u0301\": 2}"
        #expect(try decodingError([String: Int].self, text).code == .duplicateKey)
        #expect(try decoded(SettingsValue.self, text).object?.count == 2)
    }

    @Test("Of a key that stands twice, where that is allowed, the last counts, and errors show the text as it is")
    func duplicates() throws {
        let twice = try SettingsDocument("{\"v\": 1, \"v\": 2}", duplicateKeys: .lastCounts)
        #expect(try SettingsDecoder().decode(Box<Int>.self, from: twice).v == 2)
        #expect(try SettingsDecoder().decode([String: Int].self, from: twice) == ["v": 2])
        let wrong = try SettingsDocument("{\"v\": 1, \"v\": true}", duplicateKeys: .lastCounts)
        let error = #expect(throws: SettingsError.self) { _ = try SettingsDecoder().decode(Box<Int>.self, from: wrong) }
        #expect(error?.location?.column == 15)
    }

    @Test("512 values within each other are decoded and encoded without harm")
    func depth() throws {
        final class Nest: Codable {
            var next: Nest?
        }
        let text = String(repeating: "{\"next\":", count: 511) + "{}" + String(repeating: "}", count: 511)
        var nest: Nest? = try decoded(Nest.self, text)
        #expect(try SettingsEncoder().encode(nest).text == text)
        var depth = 0
        while let inner = nest {
            depth += 1
            nest = inner.next
        }
        #expect(depth == 512)
    }

    @Test("The decoder's user info reaches the types")
    func userInfo() throws {
        struct Asks: Decodable {
            var found: Int
            init(from decoder: any Decoder) throws {
                found = decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? Int ?? 0
            }
        }
        var decoder = SettingsDecoder()
        decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] = 5
        #expect(try decoder.decode(Asks.self, from: document("{}")).found == 5)
    }

    @Test("A decoder that escapes from its type still works within the call, and its path is right")
    func escapedDecoder() throws {
        struct Holder: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        let holders = try decoded([String: [Holder]].self, "{\"a\": [1, {\"b\": 2}]}")
        let holder = try #require(holders["a"]?.last)
        #expect(holder.decoder.codingPath.map(\.stringValue) == ["a", "Index 1"])
        #expect(holder.decoder.codingPath.last?.intValue == 1)
        #expect(try [String: Int](from: holder.decoder) == ["b": 2])
    }

    @Test("A second and a third decoding of a type give the same as the first")
    func repeatedly() throws {
        struct Fresh: Codable, Equatable {
            var names: [String: [Box<Int>]]
            var numbers: [Double?]
        }
        let text = "{\"names\": {\"a\": [{\"v\": 1}]}, \"numbers\": [1, null]}"
        let expected = Fresh(names: ["a": [Box(v: 1)]], numbers: [1, nil])
        for _ in 0..<3 { #expect(try decoded(Fresh.self, text) == expected) }
    }
}
