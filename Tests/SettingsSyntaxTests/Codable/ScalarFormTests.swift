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
}
