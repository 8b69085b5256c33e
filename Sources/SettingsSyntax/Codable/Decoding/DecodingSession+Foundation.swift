internal import FoundationEssentials

/// The types that have a form of their own in a settings file.
extension DecodingSession {
    func date(at place: Place) throws -> Date {
        guard kind(place) == .string else { return try standIn(Date(), "a date (ISO 8601)", at: place) }
        let text = text(place)
        if let seconds = ISO8601.secondsSinceReferenceDate(text) {
            // What cannot be written again would keep every later edit from being written.
            if ISO8601.writable.contains(seconds) { return Date(timeIntervalSinceReferenceDate: seconds) }
            if standsIn(for: place) { return Date() }
            throw invalid(
                "\(Self.quoted(text)) is outside of the years 0 to 9999 in UTC", code: .outOfRange, at: place)
        }
        return try standIn(
            Date(), "\(Self.quoted(text)) is not a date", hint: "write it like \"2030-01-31T12:30:00Z\"", at: place)
    }

    func data(at place: Place) throws -> Data {
        guard kind(place) == .string else { return try standIn(Data(), "bytes (base64)", at: place) }
        let text = text(place)
        if let data = Data(base64Encoded: text) { return data }
        return try standIn(Data(), "\(Self.quoted(text)) is not base64", hint: nil, at: place)
    }

    func url(at place: Place) throws -> URL {
        let nowhere = URL(filePath: "/")
        guard kind(place) == .string else { return try standIn(nowhere, "a URL", at: place) }
        let text = text(place)
        if let url = URL(string: text) { return url }
        return try standIn(nowhere, "\(Self.quoted(text)) is not a URL", hint: nil, at: place)
    }

    func uuid(at place: Place) throws -> UUID {
        guard kind(place) == .string else { return try standIn(UUID(), "a UUID", at: place) }
        let text = text(place)
        if let uuid = UUID(uuidString: text) { return uuid }
        return try standIn(
            UUID(), "\(Self.quoted(text)) is not a UUID",
            hint: "write it like \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", at: place)
    }

    /// A decimal number, exactly: up to 38 digits, and those of 39 that are within `Decimal`'s greatest.
    func decimal(at place: Place) throws -> Decimal {
        guard kind(place) == .number else { return try standIn(0, "a number", at: place) }
        let token = unsafe tapes[Int(place.layer)].token(place.node)
        if let value = DecimalText.decimal(unsafe ExactDecimal(token)) { return value }
        if standsIn(for: place) { return 0 }
        throw invalid(
            "\(found(place)) does not fit Decimal (38 digits, 127 zeros behind them or 128 places)", code: .outOfRange,
            at: place)
    }

    func duration(at place: Place) throws -> Duration {
        let example = "a duration (like \"250ms\" or \"1m30s\")"
        guard kind(place) == .string else { return try standIn(.zero, example, at: place) }
        let text = text(place)
        if let duration = DurationText.parse(text) { return duration }
        return try standIn(
            .zero, "\(Self.quoted(text)) is not a duration",
            hint: "write a number and a unit: ns, us, ms, s, m, h or d, like \"250ms\" or \"1m30s\"", at: place)
    }

    private func standIn<Value>(_ value: Value, _ message: String, hint: String?, at place: Place) throws -> Value {
        if standsIn(for: place) { return value }
        throw invalid(message, hint: hint, at: place)
    }
}
