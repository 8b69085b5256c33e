internal import FoundationEssentials

/// The texts of scalars that have more than one conceivable form.
enum ScalarText {
    /// What a scalar is written as.
    enum Form {
        case string(String)
        /// A number, digit by digit.
        case number(String)
    }

    /// The form of one of the types that have their own in a settings file; nil for other types.
    static func form<T>(_ value: T, as type: ScalarType) throws -> Form? {
        // The type was found by comparing `T` itself.
        func cast<Value>(_: Value.Type) -> Value { unsafe unsafeBitCast(value, to: Value.self) }
        switch type {
        case .date:
            let date = cast(Date.self)
            guard let text = ISO8601.text(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate) else {
                throw refused(date, "a date outside of the years 0 to 9999")
            }
            return .string(text)
        case .data: return .string(cast(Data.self).base64EncodedString())
        case .url: return .string(cast(URL.self).absoluteString)
        case .uuid: return .string(cast(UUID.self).uuidString)
        case .decimal:
            let decimal = cast(Decimal.self)
            guard !decimal.isNaN else { throw refused(decimal, "NaN, which JSON does not have") }
            return .number("\(decimal)")
        case .duration:
            let duration = cast(Duration.self)
            guard let text = DurationText.text(duration) else {
                throw refused(duration, "a duration whose seconds do not fit Int64")
            }
            return .string(text)
        default: return nil
        }
    }

    /// `Infinity` and its kin, where the format has them.
    static func notFinite(_ value: Double, _ format: SettingsFormat) -> String? {
        guard format == .json5 else { return nil }
        return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    }

    static func refused(_ value: Double) -> any Error { refused(value, "\(value), which JSON does not have") }

    /// The error for a value that cannot be written.
    static func refused(_ value: Any, _ what: String) -> any Error {
        EncodingError.invalidValue(
            value, EncodingError.Context(codingPath: [], debugDescription: "cannot encode \(what)"))
    }
}
