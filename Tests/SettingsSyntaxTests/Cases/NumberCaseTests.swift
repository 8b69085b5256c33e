import SettingsSyntax
import Testing

/// Faults that programs really had with numbers.
@Suite("Numbers survive")
struct NumberCaseTests {
    private static let literals = [
        "13911860366432393", "5113603275375104668", "11111111112222222222", "9223372036854775807.0",
        "9223372036854775808", "1.7976931348623157e308", "1e400", "-0", "0.1000", "1.0", "1E5", "0x1F", "+5", ".5",
        "5.",
        "Infinity", "-Infinity", "NaN", "123456789012345678901234567890.123456789",
    ]

    @Test("A number keeps its text when something else is set, and its text can be asked for (N01, N05)")
    func untouched() throws {
        let text =
            "{\n" + Self.literals.enumerated().map { "  \"n\($0)\": \($1),\n" }.joined() + "  \"other\": 0\n}\n"
        var document = try SettingsDocument(text)
        try document.set(1, at: ["other"])
        #expect(document.text == text.replacing("\"other\": 0", with: "\"other\": 1"))
        for (index, literal) in Self.literals.enumerated() {
            let path: SettingsPath = [.key("n\(index)")]
            #expect(document.literal(at: path) == literal)
            #expect(document.value(at: path)?.number?.literal == literal)
        }
    }

    @Test("Printed as JSON, a number has its own digits, not those of a Double (N01, N05)")
    func printed() throws {
        for literal in Self.literals.prefix(11) {
            #expect(try SettingsDocument(literal).value.jsonText == literal)
        }
    }

    @Test("Large integers are exact, in the type that holds them (N01)")
    func exact() throws {
        #expect(try decoded(Int64.self, "13911860366432393") == 13_911_860_366_432_393)
        #expect(try decoded(Int.self, "5113603275375104668") == 5_113_603_275_375_104_668)
        #expect(try decoded(UInt64.self, "11111111112222222222") == 11_111_111_112_222_222_222)
        let error = try decodingError(Box<Int64>.self, "{\"v\": 11111111112222222222}")
        #expect(error.code == .outOfRange)
        #expect(error.key?.description == "v")
        #expect(error.message.contains("9223372036854775807"))
    }

    @Test("A number that is too large for an integer is an error: nothing is clamped, nothing traps (N03)")
    func tooLarge() throws {
        #expect(try decoded(Int64.self, "9223372036854775807.0") == .max)
        for literal in ["9223372036854775808", "1.7976931348623157e308", "1e400", "-9223372036854775809"] {
            #expect(try decodingError(Int64.self, literal).code == .outOfRange)
            #expect(try decodingError(Int8.self, literal).code == .outOfRange)
            #expect(try SettingsDocument(literal).value.int64 == nil)
        }
        #expect(try decoded(UInt64.self, "9223372036854775808") == 1 << 63)
        #expect(try decoded(Double.self, "1.7976931348623157e308") == .greatestFiniteMagnitude)
    }

    @Test("A number that no Double holds is an error where a Double is asked for (N05)")
    func beyondDouble() throws {
        #expect(try decodingError(Double.self, "1e400").code == .outOfRange)
        #expect(try decodingError(Float.self, "1e39").code == .outOfRange)
        #expect(try SettingsDocument("1e400").value.double == nil)
        #expect(try decoded(Double.self, "-0").sign == .minus)
    }

    @Test("Counting up and down is exact, since a type counts in integers (N04)")
    func arithmetic() throws {
        var document = try SettingsDocument("{\"n\": 13911860366432393}")
        let number = try SettingsDecoder().decode([String: Int].self, from: document)["n"] ?? 0
        try document.set(.number(SettingsNumber(number - 10)), at: ["n"])
        #expect(document.text == "{\"n\": 13911860366432383}")
    }

    @Test("An integer that is encoded has all its digits, also beyond 2^53 (N01)")
    func encoded() throws {
        #expect(try SettingsEncoder().encode([Int.max, Int.min]).text == "[\(Int.max),\(Int.min)]")
        #expect(try SettingsEncoder().encode(UInt64.max).text == "18446744073709551615")
    }
}
