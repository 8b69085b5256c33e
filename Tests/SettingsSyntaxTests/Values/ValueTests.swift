import SettingsSyntax
import Testing

@Suite("Values, numbers and paths")
struct ValueTests {
    @Test(
        "Every string can be a key, and its path reads back",
        arguments: [
            "", "-x", "a/b", "/a", "~", "a b", "__proto__", "1", "new\nline", "\"", "\\", "a.b", "[0]", "é", "e\u{301}",
            "\u{301}",
            "\u{0}", "\u{202E}", "日本", "\u{1F600}", "it's",
        ])
    func keys(key: String) throws {
        for path in [SettingsPath([.key(key)]), ["x", .key(key), 3], [0, .key(key)]] as [SettingsPath] {
            #expect(try SettingsPath(path.description) == path)
        }
        let path = SettingsPath([.key(key), .key(key)])
        #expect(try SettingsPath(path.pointer) == path)
        var document = try SettingsDocument("{}")
        try document.set(1, at: path)
        #expect(document.value(at: path) == 1)
        try document.set(2, at: path)
        let inner = SettingsValue.object(SettingsObject([(key, 2 as SettingsValue)]))
        #expect(document.value == .object(SettingsObject([(key, inner)])))
    }

    @Test("The path of an element reads back, however large the position", arguments: [0, 17, Int.max - 1, .max])
    func positions(index: Int) throws {
        let path: SettingsPath = ["a", .index(index), "b"]
        #expect(try SettingsPath(path.description) == path)
        #expect(try SettingsDocument("{a: [1]}").value(at: try SettingsPath(path.pointer)) == nil)
    }

    @Test("The forms of a path")
    func forms() throws {
        #expect(try SettingsPath("servers[0].\"a.b\".c") == ["servers", 0, "a.b", "c"])
        #expect(try SettingsPath("[\"a.b\"][12]") == ["a.b", 12])
        #expect(try SettingsPath("/a~1b/~0/0") == ["a/b", "~", "0"])
        #expect(try SettingsPath("") == .root)
        let document = try SettingsDocument("{\"l\": [{\"h\": 1}]}")
        #expect(document.value(at: try SettingsPath("/l/0/h")) == 1)
        for bad in [
            "a..b", ".a", "a.", "a[", "a[x]", "a[01]", "a\"b", "\"a", "/~2", "a]", "a[0]b", "\"\\q\"", "\"\\ud800\"",
        ] {
            let error = #expect(throws: SettingsError.self, "\(bad)") { try SettingsPath(bad) }
            #expect(error?.code == .invalidPath)
        }
    }

    @Test(
        "Integers are exact or nil; nothing clamps and nothing traps",
        arguments: [
            ("13911860366432393", 13_911_860_366_432_393, 13_911_860_366_432_393),
            ("5113603275375104668", 5_113_603_275_375_104_668, 5_113_603_275_375_104_668),
            ("11111111112222222222", nil, 11_111_111_112_222_222_222), ("9223372036854775807.0", .max, 1 << 63 - 1),
            ("9223372036854775808", nil, 1 << 63), ("-9223372036854775808", .min, nil),
            ("-9223372036854775809", nil, nil),
            ("1.7976931348623157e308", nil, nil), ("1e400", nil, nil), ("1e2", 100, 100), ("1.5", nil, nil),
            ("0x1F", 31, 31), ("-0", 0, 0), ("-0x10", -16, nil), ("18446744073709551616", nil, nil),
            ("Infinity", nil, nil),
            ("1e99999999999999999999", nil, nil), ("0e99999999999999999999", 0, 0), ("+5", 5, 5), ("5.", 5, 5),
        ] as [(String, Int64?, UInt64?)])
    func integers(literal: String, signed: Int64?, unsigned: UInt64?) throws {
        let document = try SettingsDocument("[ \(literal) ]")
        #expect(document.literal(at: [0]) == literal)
        #expect(document.value(at: [0])?.number?.int64 == signed)
        #expect(document.value(at: [0])?.number?.uint64 == unsigned)
        #expect(document.storage.int64(1) == signed)
        #expect(document.storage.uint64(1) == unsigned)
    }

    @Test(
        "Doubles are correctly rounded, or nil where nothing near is left",
        arguments: [
            ("0.1", 0.1), ("1e400", nil), ("-1e400", nil), ("1e-999", nil), ("0e5", 0),
            ("5e-324", .leastNonzeroMagnitude),
            ("1.5e3", 1500),
            ("123456789012345678901234567890", 1.2345678901234568e29), ("9007199254740993", 9_007_199_254_740_992),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), (".5", 0.5), ("0x10", 16), ("-2.5E-3", -0.0025),
            ("-Infinity", -.infinity), ("3.", 3),
        ] as [(String, Double?)])
    func doubles(literal: String, value: Double?) throws {
        #expect(try SettingsDocument(literal).storage.double(0) == value)
        #expect(SettingsNumber(literal: literal)?.double == value)
    }

    @Test("Numbers are equal by exact value, and hash alike")
    func numbers() {
        func number(_ literal: String) -> SettingsNumber { SettingsNumber(literal: literal)! }
        for (left, right) in [("1.0", "1"), ("1e2", "100"), ("0x1F", "31"), ("0.10", "1e-1"), ("NaN", "NaN")] {
            #expect(number(left) == number(right))
            #expect(number(left).hashValue == number(right).hashValue)
        }
        #expect(number("-0") != number("0"))
        #expect(number("1e400") != number("1e401"))
        #expect(number("1e400") == number("10e399"))
        let huge = String(repeating: "9", count: 20)
        #expect(number("1.5e\(huge)") != number("15e\(huge)"))
        #expect(number("15e\(huge)") == number("1.5e1\(String(repeating: "0", count: 20))"))
        #expect(
            number("1e-1\(String(repeating: "0", count: 20))") == number("10e-1\(String(repeating: "0", count: 19))1"))
        #expect(number("10e999999999999999999") == number("1e1000000000000000000"))
        #expect(number("0.1e1000000000000000000") == number("1e999999999999999999"))
        #expect(
            number("10e\(huge)").jsonLiteral == "10e\(huge)"
                && number("+10e\(huge)").jsonLiteral == "1e1\(huge.map { _ in "0" }.joined())")
        #expect(number("0xFFFFFFFFFFFFFFFFFFFF").jsonLiteral == "1208925819614629174706175")
        #expect(number("+.5").jsonLiteral == "0.5")
        #expect(
            SettingsNumber(literal: "1 ") == nil && SettingsNumber(literal: "x") == nil
                && SettingsNumber(literal: "[1]") == nil)
    }

    @Test(
        "Nearest spellings",
        arguments: [
            ("prot", "port"), ("max_connections", "maxConnections"), ("tiemout", "timeout"), ("xyz", nil),
            ("Port", "port"),
        ] as [(String, String?)])
    func spelling(word: String, expected: String?) {
        #expect(nearestSpelling(of: word, among: ["host", "port", "timeout", "maxConnections"]) == expected)
    }

    @Test("Documents of the suite's transformations keep their values exactly")
    func transformations() throws {
        let expected = [
            "number_1.000000000000000005.json": "1.000000000000000005",
            "number_10000000000000000999.json": "10000000000000000999",
            "number_1e-999.json": "1E-999", "number_1e6.json": "1E6",
            "number_-9223372036854775809.json": "-9223372036854775809",
        ]
        for one in ConformanceSuite.cases(in: "test_transform") {
            let document: SettingsDocument
            do {
                document = try SettingsDocument(bytes: one.bytes, format: .json)
            } catch {
                #expect(
                    one.name.contains("invalid_codepoint") || one.name.contains("same_key")
                        || one.name.contains("unclear"), "\(one.name): \(error)")
                continue
            }
            if let literal = expected[one.name] { #expect(document.literal(at: [0]) == literal) }
            if one.name.contains("nfc") { #expect(document.value.object?.count == 2) }
            if one.name == "string_with_escaped_NULL.json" { #expect(document.value(at: [0]) == "A\u{0}B") }
        }
    }
}
