import FoundationEssentials
import SettingsSyntax
import Testing

/// decode(encode(x)) = x, over generated values of many types.
@Suite struct RoundTripTests {
    enum Choice: Codable, Equatable {
        case none
        case one(Int)
        case two(a: String, b: [Choice])
    }
    enum Name: String, Codable, CaseIterable { case a, b, c }

    struct Everything: Codable, Equatable {
        var text: String
        var flag: Bool
        var int: Int
        var small: Int8
        var unsigned: UInt64
        var large: Int128
        var double: Double
        var float: Float
        var optional: Double?
        var list: [Int]
        var texts: [String]
        var doubles: [Double?]
        var nested: [[String: Everything]]
        var map: [String: String]
        var numbered: [Int: Bool]
        var named: [Name: Int]
        var set: Set<Int>
        var choice: Choice
        var date: Date
        var data: Data
        var uuid: UUID
        var decimal: Decimal
        var duration: Duration
        var value: SettingsValue
    }

    struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }

        mutating func bool() -> Bool { next() & 1 == 0 }
        mutating func upTo(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
        mutating func list<T>(_ make: (inout Generator) -> T) -> [T] { (0..<upTo(4)).map { _ in make(&self) } }

        mutating func text() -> String {
            let pool: [Unicode.Scalar] = [
                "a", "Z", "0", "\"", "\\", "/", "\n", "\0", "\u{1F}", "é", "\u{301}", "😀", "\u{2028}", ".",
            ]
            var text = String.UnicodeScalarView()
            for _ in 0..<upTo(24) { text.append(pool[upTo(pool.count)]) }
            return String(text)
        }

        mutating func double() -> Double {
            switch upTo(4) {
            case 0: return Double(upTo(1000)) / 8
            case 1: return Double(Int64(truncatingIfNeeded: next()))
            default:
                let value = Double(bitPattern: next())
                return value.isFinite ? value : -0.0
            }
        }

        mutating func choice(_ depth: Int) -> Choice {
            switch upTo(depth > 2 ? 2 : 3) {
            case 0: .none
            case 1: .one(Int(truncatingIfNeeded: next()))
            default: .two(a: text(), b: list { $0.choice(depth + 1) })
            }
        }

        mutating func value(_ depth: Int) -> SettingsValue {
            switch upTo(depth > 2 ? 4 : 6) {
            case 0: .null
            case 1: .bool(bool())
            case 2: .number(SettingsNumber(double()))
            case 3: .string(text())
            case 4: .array(list { $0.value(depth + 1) })
            default: .object(SettingsObject(list { ($0.text(), $0.value(depth + 1)) }))
            }
        }

        mutating func everything(_ depth: Int = 0) -> Everything {
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: next()))
            return Everything(
                text: text(), flag: bool(), int: Int(truncatingIfNeeded: next()),
                small: Int8(truncatingIfNeeded: next()), unsigned: next(),
                large: Int128(truncatingIfNeeded: next()) << 64 | Int128(next()), double: double(),
                float: float.isFinite ? float : 1.5, optional: bool() ? double() : nil,
                list: list { Int(truncatingIfNeeded: $0.next()) }, texts: list { $0.text() },
                doubles: list { $0.bool() ? $0.double() : nil },
                nested: depth > 1 ? [] : list { ["k" + $0.text(): $0.everything(depth + 1)] },
                map: Dictionary(list { ($0.text(), $0.text()) }) { first, _ in first },
                numbered: Dictionary(list { (Int(truncatingIfNeeded: $0.next()), $0.bool()) }) { first, _ in first },
                named: bool() ? [.a: 1, .c: upTo(9)] : [:], set: Set(list { $0.upTo(100) }), choice: choice(0),
                date: Date(timeIntervalSinceReferenceDate: Double(Int64(next() % 100_000_000_000)) / 64 - 700_000_000),
                data: Data(list { UInt8(truncatingIfNeeded: $0.next()) }), uuid: UUID(),
                decimal: Decimal(string: "\(Int64(truncatingIfNeeded: next()))e\(upTo(40) - 20)")!,
                duration: Duration(
                    secondsComponent: Int64(truncatingIfNeeded: next()) >> 20,
                    attosecondsComponent: Int64(next() % 1_000_000_000_000_000_000)),
                value: value(0))
        }
    }

    @Test("What is decoded is what was encoded", arguments: 0..<20)
    func roundTrip(_ seed: UInt64) throws {
        var generator = Generator(state: seed)
        for _ in 0..<50 {
            let value = generator.everything()
            let document = try SettingsEncoder().encode(value)
            #expect(try SettingsDecoder().decode(Everything.self, from: document) == value)
            // The same in the form that a person keeps it in, and under a layer that says nothing.
            let pretty = try SettingsDocument(document.value.prettyJSONText)
            #expect(try SettingsDecoder().decode(Everything.self, from: [SettingsDocument("{}"), pretty]) == value)
            #expect(SettingsDecoder().unknownKeys(Everything.self, in: [document]).isEmpty)
        }
    }

    @Test("Equal values give equal text")
    func equalText() throws {
        var generator = Generator(state: 7)
        for _ in 0..<100 {
            let value = generator.everything()
            let first = try SettingsEncoder().encode(value)
            let again = try SettingsEncoder().encode(SettingsDecoder().decode(Everything.self, from: first))
            #expect(first.text == again.text)
        }
    }

    @Test("Every date keeps its last bit, before and after 2001, from year 0 to 9999", arguments: 0..<4)
    func dates(_ seed: UInt64) throws {
        var generator = Generator(state: seed)
        var dates = [Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: -1e-7)]
        for _ in 0..<2000 {
            let seconds = Double(Int64(truncatingIfNeeded: generator.next()) % 60_000_000_000)
            dates.append(Date(timeIntervalSinceReferenceDate: seconds * (generator.bool() ? 1 : 0.0123456789)))
        }
        #expect(try decoded([Date].self, SettingsEncoder().encode(dates).text) == dates)
    }
}
