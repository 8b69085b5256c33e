import Foundation
import SettingsSyntax
import Testing

/// A damaged or hostile file may hold a number of any length: it costs time in proportion to it, or is refused.
@Suite("Long numbers", .timeLimit(.minutes(5)))
struct LongNumberTests {
    private static let length = 200_000
    private static let zeros = String(repeating: "0", count: length)
    private static let sevens = String(repeating: "7", count: length)

    @Test("A hexadecimal number of 256 digits is exact, and reads as the largest Double does")
    func hexadecimal() throws {
        let document = try SettingsDocument("{a: 0x" + String(repeating: "F", count: 256) + "}")
        let text = String(document.value.jsonText.dropFirst(5).dropLast())
        // 2^1024 - 1, as 16^256 - 1.
        var digits: [Int] = [1]
        for _ in 0..<1024 {
            var carry = 0
            for index in digits.indices {
                let value = digits[index] * 2 + carry
                digits[index] = value % 10
                carry = value / 10
            }
            if carry > 0 { digits.append(carry) }
        }
        digits[0] -= 1
        #expect(text == digits.reversed().map(String.init).joined())
        #expect(document.value(at: ["a"]) == .number(SettingsNumber(literal: text)!))
        let rounded = "0x" + String(repeating: "F", count: 13) + "8" + String(repeating: "0", count: 242)
        #expect(try decoded([Double].self, "[\(rounded)]")[0] == 0x1.FFFFFFFFFFFFFp1023)
    }

    @Test("A longer one is refused, with its place and its length, at once")
    func tooLong() throws {
        for count in [257, Self.length] {
            let error = #expect(throws: SettingsError.self) {
                try SettingsDocument("{\n  \"a\": -0x00" + String(repeating: "F", count: count) + "}")
            }
            #expect(error?.code == .outOfRange)
            #expect(error?.location == SourceLocation(offset: 9, line: 2, column: 8))
            #expect(error?.message == "a hexadecimal number of \(count) digits, of which 256 are allowed")
            #expect((error?.description.utf8.count ?? 0) < 500)
        }
        #expect(try decoded([Int].self, "[0x\(Self.zeros)1F]") == [31])
    }

    @Test("Decimal numbers of hundreds of thousands of digits are decoded, compared, edited and printed without delay")
    func decimal() throws {
        let zeros = Self.zeros
        for (literal, double) in [
            ("0.\(zeros)1", nil), ("1\(zeros)e-\(Self.length)", 1), ("\(Self.sevens)", nil), ("+.5\(zeros)", 0.5),
            ("0.\(Self.sevens)", 7.0 / 9), ("1e-\(zeros)1", 0.1), ("1e\(Self.sevens)", nil), ("-\(Self.sevens).5", nil),
        ] as [(String, Double?)] {
            var document = try SettingsDocument("{\"a\": \(literal), \"b\": 1}")
            try document.set(2, at: ["b"])
            #expect(document.literal(at: ["a"]) == literal)
            let number = try #require(document.value(at: ["a"])?.number)
            #expect(number.double == double)
            if double != 1 {
                #expect(number.int64 == nil)
                #expect(try decodingError([String: Int].self, document.text).description.utf8.count < 1000)
            }
            if let double {
                #expect(try decoded([String: Double].self, document.text)["a"] == double)
                #expect(try decoded([String: Float].self, document.text)["a"] == Float(double))
            } else {
                #expect(try decodingError([String: Double].self, document.text).message.utf8.count < 300)
            }
            #expect(number == SettingsNumber(literal: "\(literal)"))
            #expect(number.hashValue == SettingsNumber(literal: literal)?.hashValue)
            #expect(try SettingsDocument(document.value).value == document.value)
            #expect(SettingsDifference(from: document, to: try SettingsDocument("{a: \(literal)}")).keys == [["b"]])
        }
    }

    @Test("A Decimal takes all digits that it has room for, up to its greatest, wherever its exponent has room")
    func decimals() throws {
        for literal in [
            "12e127", "1e128", "1.5e130", "1e164", "1e-128", "0x10", "12345678901234567890123456789012345678",
            "0.12345678901234567890123456789012345678", "-100000000000000000000000000000000000000000",
            "123456789012345678901234567890123456789", "340282366920938463463374607431768211455e127",
            "-3.40282366920938463463374607431768211455e-90", "3e165",
        ] {
            let value = try decoded([Decimal].self, "[\(literal)]")[0]
            #expect(value.isFinite)
            #expect(SettingsNumber(literal: value.description) == SettingsNumber(literal: literal), "\(literal)")
        }
        for literal in [
            "4e165", "1e166", "1e-129", "340282366920938463463374607431768211456",
            "1234567890123456789012345678901234567891",
            "NaN", "Infinity",
        ] {
            #expect(try decodingError([Decimal].self, "[\(literal)]").code == .outOfRange)
        }
    }
}
