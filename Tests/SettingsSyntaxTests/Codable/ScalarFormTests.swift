import FoundationEssentials
import SettingsSyntax
import Testing

@Suite struct ScalarFormTests {
    @Test(
        "Durations are read in every unit, signed, with fractions",
        arguments: [
            ("0", Duration.zero), ("0s", .zero), ("250ms", .milliseconds(250)), ("1m30s", .seconds(90)),
            ("1.5h", .seconds(5400)), ("-2s", .seconds(-2)), ("1d", .seconds(86_400)), ("10us", .microseconds(10)),
            ("10µs", .microseconds(10)), ("7ns", .nanoseconds(7)), ("1h 2m", .seconds(3720)), ("2min", .seconds(120)),
            ("0.000000001ns", Duration(secondsComponent: 0, attosecondsComponent: 1)),
        ])
    func durations(_ text: String, _ duration: Duration) throws {
        #expect(try decoded([Duration].self, "[\"\(text)\"]") == [duration])
    }

    @Test(
        "Texts that are no duration are refused",
        arguments: ["", "5", "s", "1x", "1.s", "1 s", "1e3s", "--1s", "0.0000000001ns", "99999999999999999999d", "1s2"])
    func noDurations(_ text: String) throws {
        #expect(try decodingError([Duration].self, "[\"\(text)\"]").code == .invalidValue)
    }

    @Test(
        "Dates are read in the forms of ISO 8601",
        arguments: [
            ("2001-01-01T00:00:00Z", 0.0), ("2001-01-01", 0), ("2001-01-01T01:00+01:00", 0),
            ("2001-01-01 00:00:00.125z", 0.125), ("2000-12-31T23:59:59.75Z", -0.25), ("2001-01-01T00:00:00-0130", 5400),
            ("2004-02-29T00:00:00Z", 99_705_600), ("2016-12-31T23:59:60Z", 504_921_600),
        ])
    func dates(_ text: String, _ seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(try decoded([Date].self, "[\"\(text)\"]") == [date])
    }

    @Test(
        "Texts that are no date are refused",
        arguments: [
            "2001-02-29", "2001-13-01", "2001-01-01T24:00Z", "2001-01-01T00:00:00", "01-01-2001", "2001-01-01Tx",
        ])
    func noDates(_ text: String) throws {
        #expect(try decodingError([Date].self, "[\"\(text)\"]").code == .invalidValue)
    }

    @Test("A date that ISO 8601 has no text for is not encodable")
    func dateRange() {
        let error = #expect(throws: SettingsError.self) {
            _ = try SettingsEncoder().encode([Date(timeIntervalSinceReferenceDate: 1e15)])
        }
        #expect(error?.code == .notEncodable)
        #expect(error?.key?.description == "[0]")
    }

    @Test(
        "A date that is in no calendar is refused, with its key",
        arguments: [
            Double.nan, .infinity, -.infinity, 1e15, -1e15, 1e300, -.greatestFiniteMagnitude, 252_423_993_600,
            -63_145_526_401,
        ])
    func noCalendar(seconds: Double) {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        expectNotEncodable([date], at: "[0]")
        expectNotEncodable(["a": date], at: "a")
        expectNotEncodable([date: 1])
    }

    @Test("A duration whose seconds do not fit Int64 is refused, with its key")
    func longDuration() {
        let second: Int128 = 1_000_000_000_000_000_000
        for attoseconds in [Int128.max, .min, (Int128(Int64.max) + 1) * second] {
            expectNotEncodable([Duration(attoseconds: attoseconds)], at: "[0]")
        }
    }

    private func expectNotEncodable(_ value: some Encodable, at key: String? = nil) {
        let error = #expect(throws: SettingsError.self) { try SettingsEncoder().encode(value) }
        #expect(error?.code == .notEncodable)
        if let key { #expect(error?.key?.description == key) }
    }

    @Test(
        "Dates that are outside of the years 0 to 9999 in UTC are refused: they could not be written again",
        arguments: [
            "9999-12-31T23:59:59.9999999999Z", "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:60Z",
            "9999-12-31T23:59:59-00:01",
        ])
    func otherYears(_ text: String) throws {
        let error = try decodingError([Date].self, "[\"\(text)\"]")
        #expect(error.code == .outOfRange)
        #expect(error.message.contains("outside of the years 0 to 9999"))
    }

    @Test("The extremes of every scalar type come back as they were, or are refused")
    func extremes() throws {
        try expectBack([Int8.min, .max])
        try expectBack([Int64.min, .max])
        try expectBack([Int128.min, .max])
        try expectBack([UInt128.min, .max])
        try expectBack([Double.greatestFiniteMagnitude, -.leastNonzeroMagnitude, -0.0, 1e15, .ulpOfOne])
        try expectBack([Float.greatestFiniteMagnitude, -.leastNonzeroMagnitude, -0.0])
        try expectBack([Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)])
        try expectBack([Duration(secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999)])
        try expectBack([Date(timeIntervalSinceReferenceDate: -63_145_526_400)])
        try expectBack([Date(timeIntervalSinceReferenceDate: (252_423_993_600 as Double).nextDown)])
        try expectBack([Date.distantPast, .distantFuture])
        try expectBack([Data(), Data([0, 255])])
        try expectBack([Decimal(string: "-99999999999999999999999999999999999999e89")!])
        try expectBack([Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude])
        try expectBack([URL(string: "?")!])
        expectNotEncodable([Decimal.nan], at: "[0]")
        expectNotEncodable([Float.nan], at: "[0]")
        expectNotEncodable([Double.infinity], at: "[0]")
    }

    private func expectBack<Value: Codable & Equatable>(_ value: Value) throws {
        let document = try SettingsEncoder().encode(value)
        #expect(try SettingsDecoder().decode(Value.self, from: document) == value)
    }
}
