/// Dates as ISO 8601 has them, exactly: what is written is read back as the same instant, to the last bit.
///
/// Seconds since 2001 are handled as decimal text, so that no rounding happens but the one of reading a decimal.
enum ISO8601 {
    /// Days from 1970-01-01 to 2001-01-01.
    private static let referenceDay = 11_323

    /// The seconds of the years 0 to 9999 in UTC: the dates that can be written, and so the only ones to be read.
    static let writable = beginning(ofYear: 0)..<beginning(ofYear: 10_000)

    private static func beginning(ofYear year: Int) -> Double {
        Double((daysSince1970(year, 1, 1) - referenceDay) * 86_400)
    }

    // MARK: Reading

    /// Reads `2030-01-31T12:30:00.25+01:00`, a space instead of the T, an offset without colon, hours and minutes
    /// alone, or a day alone (its beginning, in UTC); nil for everything else. An offset or the
    /// rounding may lead out of the years that are `writable`.
    static func secondsSinceReferenceDate(_ text: String) -> Double? {
        var reader = Reader(text)
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), (1...12).contains(month), (1...daysInMonth(month, year)).contains(day)
        else { return nil }
        var seconds = (daysSince1970(year, month, day) - referenceDay) * 86_400
        if reader.isAtEnd { return Double(seconds) }
        guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2), reader.take(":"),
            let minute = reader.number(2), hour < 24, minute < 60
        else { return nil }
        seconds += hour * 3600 + minute * 60
        var fraction = ""
        if reader.take(":") {
            // A leap second reads as the beginning of the next minute.
            guard let second = reader.number(2), second <= 60 else { return nil }
            seconds += second
            if reader.take(".") || reader.take(",") {
                fraction = reader.digits()
                if fraction.isEmpty { return nil }
            }
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        return Double(decimal(seconds - offset, fraction))
    }

    /// The decimal text of whole seconds plus a fraction.
    private static func decimal(_ seconds: Int, _ fraction: String) -> String {
        guard seconds < 0, fraction.contains(where: { $0 != "0" }) else {
            return fraction.isEmpty ? "\(seconds)" : "\(seconds).\(fraction)"
        }
        // -5 + 0.25 is -4.75.
        return "-\(-seconds - 1).\(complement(fraction))"
    }

    /// The digits of 1 - 0.fraction, for a fraction that is not zero.
    private static func complement(_ fraction: String) -> String {
        var digits = fraction.utf8.map { Int($0) - 0x30 }
        while digits.last == 0 { digits.removeLast() }
        for index in digits.indices { digits[index] = (index == digits.count - 1 ? 10 : 9) - digits[index] }
        return digits.map(String.init).joined()
    }

    // MARK: Writing

    /// The date in UTC, with as many places as tell it from its neighbours; nil outside of the years 0 to 9999.
    static func text(secondsSinceReferenceDate seconds: Double) -> String? {
        guard writable.contains(seconds) else { return nil }
        var whole = Int(seconds.rounded(.towardZero))
        var fraction = ""
        if Double(whole) != seconds {
            guard let places = places(seconds) else { return nil }
            fraction = places
            if seconds < 0 {
                whole -= 1
                fraction = complement(fraction)
            }
        }
        let days = floorDivide(whole, 86_400)
        let time = whole - days * 86_400
        let (year, month, day) = civil(days + referenceDay)
        let clock = "\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))"
        let date = "\(padded(year, 4))-\(padded(month))-\(padded(day))"
        return "\(date)T\(clock)\(fraction.isEmpty ? "" : "." + fraction)Z"
    }

    /// The digits behind the point of the shortest decimal that is read back as the same.
    private static func places(_ value: Double) -> String? {
        let text = abs(value).description
        let parts = text.split(separator: "e")
        guard let mantissa = parts.first else { return nil }
        let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
        let places = halves.count == 2 ? String(halves[1]) : "0"
        guard parts.count == 2 else { return places }
        guard let exponent = Int(parts[1]), exponent < 0 else { return nil }
        // 1.5e-07: the digits move behind as many zeros.
        let digits = String(halves[0]) + (places == "0" ? "" : places)
        return String(repeating: "0", count: -exponent - 1) + digits
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }

    // MARK: The calendar (proleptic Gregorian)

    private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Years begin in March here, so that the leap day is the last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = floorDivide(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
        dividend >= 0 ? dividend / divisor : -((-dividend + divisor - 1) / divisor)
    }
}

extension ISO8601 {
    /// Takes a text apart from the front.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = Substring(text).utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: scalar) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ width: Int) -> Int? {
            var value = 0
            for _ in 0..<width {
                guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
                rest.removeFirst()
            }
            return value
        }

        mutating func digits() -> String {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return String(decoding: digits, as: UTF8.self)
        }

        /// Seconds to take off for UTC. A time must say where it is.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let isNegative = rest.first == UInt8(ascii: "-")
            guard take("+") || take("-"), let hours = number(2), hours < 24 else { return nil }
            var minutes = 0
            if !rest.isEmpty {
                _ = take(":")
                guard let number = number(2), number < 60 else { return nil }
                minutes = number
            }
            let seconds = hours * 3600 + minutes * 60
            return isNegative ? -seconds : seconds
        }
    }
}
