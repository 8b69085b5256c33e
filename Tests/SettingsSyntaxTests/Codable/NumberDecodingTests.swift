import SettingsSyntax
import Testing

@Suite struct NumberDecodingTests {
    @Test("Integers beyond 2^53 are exact")
    func largeIntegers() throws {
        #expect(
            try decoded([Int64].self, "[13911860366432393, 5113603275375104668]") == [
                13911860366432393, 5113603275375104668,
            ])
        #expect(try decoded([UInt64].self, "[11111111112222222222]") == [11111111112222222222])
        #expect(try decoded([Int64].self, "[9223372036854775807.0, -9223372036854775808]") == [.max, .min])
        #expect(try decoded([UInt64].self, "[18446744073709551615, 0xFFFFFFFFFFFFFFFF]") == [.max, .max])
        #expect(try decoded([Int128].self, "[-170141183460469231731687303715884105728]") == [.min])
        #expect(try decoded([UInt128].self, "[340282366920938463463374607431768211455]") == [.max])
    }

    @Test(
        "Whole numbers are integers however they are written",
        arguments: [
            ("1.0", 1), ("1e2", 100), ("0x1F", 31), ("+5", 5), ("-0", 0), ("1200e-2", 12), ("5.", 5), ("0e999", 0),
        ]
    )
    func wholeNumbers(_ text: String, _ value: Int) throws {
        #expect(try decoded(Box<Int>.self, "{v: \(text)}").v == value)
    }

    @Test(
        "A number beyond its integer type is an error that names the number, the type and its limits",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "1.7976931348623157e308", "1e400", "0xFFFFFFFFFFFFFFFFF",
        ])
    func outOfRange(_ text: String) throws {
        let error = try decodingError(Box<Int>.self, "{v: \(text)}")
        #expect(error.code == .outOfRange)
        #expect(
            error.message == "the number \(text) does not fit Int (-9223372036854775808 to 9223372036854775807)")
        #expect(error.key?.description == "v")
    }

    @Test("Small types have small limits, and nothing is clamped")
    func smallTypes() throws {
        #expect(try decoded([Int8].self, "[-128, 127]") == [-128, 127])
        #expect(try decodingError([Int8].self, "[128]").message == "the number 128 does not fit Int8 (-128 to 127)")
        #expect(try decodingError([UInt8].self, "[-1]").message == "the number -1 does not fit UInt8 (0 to 255)")
        #expect(try decodingError([UInt16].self, "[65536]").code == .outOfRange)
        #expect(try decodingError([Int32].self, "[2147483648]").code == .outOfRange)
    }

    @Test("A fraction is no integer", arguments: ["1.5", "1e-1", "Infinity", "NaN"])
    func fractions(_ text: String) throws {
        let error = try decodingError(Box<Int>.self, "{v: \(text)}")
        #expect(error.code == .typeMismatch)
        #expect(error.message == "expected an integer, found the number \(text)")
    }

    @Test(
        "A Double is the nearest to its text",
        arguments: [
            "0.1", "1e23", "9007199254740993", "123456789012345678901234567890", "5e-324", "2.2250738585072011e-308",
            "1.7976931348623157e308", "0.1000", ".5", "-2.5e-3",
        ])
    func doubles(_ text: String) throws {
        let expected = try #require(Double(text.hasPrefix(".") ? "0" + text : text))
        #expect(try decoded(Box<Double>.self, "{v: \(text)}").v == expected)
    }

    @Test("A Double that would be infinite or vanish is an error; Infinity and NaN are what they say")
    func doubleLimits() throws {
        #expect(try decodingError(Box<Double>.self, "{\"v\": 1e400}").code == .outOfRange)
        #expect(try decodingError(Box<Double>.self, "{\"v\": 1e-400}").code == .outOfRange)
        #expect(try decodingError(Box<Float>.self, "{\"v\": 1e39}").code == .outOfRange)
        #expect(try decoded([Double].self, "[Infinity, -Infinity]") == [.infinity, -.infinity])
        #expect(try decoded([Double].self, "[NaN]")[0].isNaN)
        let zero = try decoded([Double].self, "[-0, 0.0]")
        #expect(zero[0].sign == .minus)
        #expect(zero[1].sign == .plus)
    }

    @Test("A Float is rounded once, not by way of a Double")
    func floats() throws {
        // Halfway between two floats as a Double, above it as a text.
        let text = "1.00000005960464477540"
        #expect(try decoded([Float].self, "[\(text)]") == [Float(text)!])
    }
}
