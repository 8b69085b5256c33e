import FoundationEssentials
import SettingsSyntax
import Testing

/// The index is written with the text; what the parser makes of that text must be the same.
@Suite struct EncodedIndexTests {
    private func isRight(_ value: some Encodable, format: SettingsFormat = .json) throws -> Bool {
        var encoder = SettingsEncoder()
        encoder.format = format
        return try encoder.encode(value).isIndexedAsParsed
    }

    @Test("The index of an encoded value is the one that reading its text gives")
    func index() throws {
        struct Settings: Encodable {
            var text = "a \"quoted\" \\ text\n with ümlauts and \u{0} and 🎛"
            var short = ["", "a", "ab", "abcd", "abcdefg", "abcdefgh", "12345678\"", "abcdefghijklmnop"]
            var integers: [Int64] = [0, -1, .max, .min]
            var large = UInt128.max
            var doubles = [0.0, -0.0, 1, 1.5, -2, 1e300, Double.leastNonzeroMagnitude, 1e15, 123_456_789]
            var float: Float = 0.1
            var bools = [true, false]
            var none: [Int?] = [nil, 1]
            var empty: [String: Int] = [:]
            var nothing = Nothing()
            var keys = ["": 1, "a\"b": 2, "ключ": 3, "exactly8": 4, "exactly8 and more": 5, "\u{1}": 6]
            var nested = [["x": [["y": 1]]], [:]]
            var date = Date(timeIntervalSinceReferenceDate: 0)
            var decimals = [Decimal(12), Decimal(string: "-1.25")!, Decimal(string: "1e30")!]
            var duration = Duration.milliseconds(250)
            struct Nothing: Encodable {}
        }
        #expect(try isRight(Settings()))
        #expect(try isRight(Double.infinity, format: .json5))
        #expect(try isRight([Double.nan, -.infinity, 1], format: .json5))
        #expect(try isRight("alone") && isRight(17) && isRight(true) && isRight([Int]()) && isRight([String: Int]()))
    }

    @Test(
        "Objects with many members have their tables, and texts that outgrow their memory their index",
        arguments: [
            31, 32, 33, 100, 5000,
        ])
    func large(members: Int) throws {
        var object: [String: [String: Int]] = [:]
        for index in 0..<members { object["member \(index)"] = ["a": index, "b\n": -index] }
        let document = try SettingsEncoder().encode(object)
        #expect(document.isIndexedAsParsed)
        #expect(document.value(at: ["member 17", "a"]) == 17)
        #expect(document.value(at: [.key("member \(members)")]) == nil)
    }

    @Test("Trees of values among structs are indexed too")
    func trees() throws {
        struct Settings: Encodable {
            var before = 1
            var tree: SettingsValue = ["a": [1, "two", nil, ["b": 1.5]]]
            var after = "x"
        }
        let document = try SettingsEncoder().encode(Settings())
        #expect(document.isIndexedAsParsed)
        #expect(document.value(at: ["tree", "a", 3, "b"]) == 1.5)
        #expect(document.value(at: ["after"]) == "x")
    }

    @Test("A key that is encoded twice counts as it was last, in small objects and in large ones", arguments: [2, 100])
    func twice(members: Int) throws {
        struct Settings: Encodable {
            var members: Int

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                for index in 0..<members { try container.encode(index, forKey: Key(stringValue: "k\(index)")) }
                try container.encode("last", forKey: Key(stringValue: "k1"))
            }
        }
        let document = try SettingsEncoder().encode(Settings(members: members))
        #expect(document.value(at: ["k1"]) == "last")
        #expect(document.value(at: ["k0"]) == 0)
        #expect(document.isIndexedAsParsed)
    }

    @Test("A type may catch the error of a member that cannot be encoded, and go on")
    func caught() throws {
        struct Settings: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: Key(stringValue: "a"))
                do {
                    try container.encode(Double.nan, forKey: Key(stringValue: "b"))
                } catch is EncodingError {
                    try container.encode("not a number", forKey: Key(stringValue: "b"))
                }
                do {
                    try container.encode([1, .infinity], forKey: Key(stringValue: "c"))
                } catch is EncodingError {
                    try container.encode([Int](), forKey: Key(stringValue: "c"))
                }
            }
        }
        let document = try SettingsEncoder().encode(Settings())
        #expect(document.text == "{\"a\":1,\"b\":\"not a number\",\"c\":[]}")
        #expect(document.isIndexedAsParsed)
    }

    @Test("Runs within runs each have their own memory")
    func nested() throws {
        struct Inner: Encodable { var text = "inner" }
        struct Settings: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode("before", forKey: Key(stringValue: "a"))
                let inner = try SettingsEncoder().encode(Inner())
                try container.encode(inner.text, forKey: Key(stringValue: "b"))
                let decoded = try SettingsDecoder().decode([String: String].self, from: inner)
                try container.encode(decoded, forKey: Key(stringValue: "c"))
            }
        }
        let text = try SettingsEncoder().encode(Settings()).text
        #expect(text == #"{"a":"before","b":"{\"text\":\"inner\"}","c":{"text":"inner"}}"#)
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
