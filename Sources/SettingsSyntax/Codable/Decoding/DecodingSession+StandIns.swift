/// Stand-ins for values that are wrong, so that the mistakes behind them are found too. What is decoded with them is
/// thrown away.
extension DecodingSession {
    /// A value of a type that cannot be had from a place: what the layers beneath have, else one made of nothing.
    func standIn<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        if let below = diagnosis?.shadowed[place.identity] {
            if let value = try? value(type, at: below) { return value }
        }
        return try placeholder(type)
    }

    /// A value made of nothing: empty texts, zeros, no elements, the first case.
    func placeholder<T: Decodable>(_ type: T.Type) throws -> T {
        guard let diagnosis, diagnosis.depth < 64 else { throw NoStandIn() }
        diagnosis.depth += 1
        defer { diagnosis.depth -= 1 }
        if let cases = T.self as? any CaseIterable.Type {
            func first<Cases: CaseIterable>(_ type: Cases.Type) -> T? { Cases.allCases.first as? T }
            if let value = first(cases) { return value }
        }
        do {
            return try T(from: PlaceDecoder(session: self, place: placeholder))
        } catch {
            throw NoStandIn()
        }
    }

    /// Says what an error of the standard library means, where that is not what it says.
    func advice<T: Decodable>(for type: T.Type, _ error: any Error, at place: Place) -> DecodingFault? {
        if let raw = T.self as? any RawRepresentable.Type, !isNull(place) {
            if let fault = rawValueFault(raw, at: place) { return fault }
        }
        guard case DecodingError.typeMismatch = error, let closed = diagnosis?.closedKeys[place.identity] else {
            return nil
        }
        var fault = DecodingFault(code: .invalidValue, message: "", place: place)
        switch closed.names.count {
        case 0: fault.message = "expected an object with one key, the name of the case, found an empty object"
        case 1:
            fault.message = "\(Self.quoted(closed.names[0])) is not one of the cases of \(type)"
            fault.hint = closed.nearest(closed.names[0]).map { "did you mean \"\($0)\"?" }
        default:
            let names = closed.names.map(Self.quoted).joined(separator: ", ")
            fault.message = "expected an object with one key, the name of the case, found \(names)"
        }
        return fault
    }

    private func rawValueFault<Raw: RawRepresentable>(_ type: Raw.Type, at place: Place) -> DecodingFault? {
        let isText = Raw.RawValue.self == String.self
        guard kind(place) == (isText ? .string : .number) else { return nil }
        let (message, hint) = wrongRawValue(type, found(place), text: isText ? text(place) : nil)
        return DecodingFault(code: .invalidValue, message: message, hint: hint, place: place)
    }

    /// What is said of a value that is none of a type's.
    ///
    /// - Parameter text: the value, where it is a text.
    func wrongRawValue<Raw: RawRepresentable>(
        _ type: Raw.Type, _ found: String, text: String?
    ) -> (message: String, hint: String?) {
        var message = "\(found) is not one of the values of \(type)"
        let allowed = Self.rawValues(type)
        if !allowed.isEmpty, allowed.count <= 12 {
            let texts = allowed.map { text == nil ? $0 : Self.quoted($0) }
            message += " (\(texts.joined(separator: ", ")))"
        }
        guard let text else { return (message, nil) }
        let nearest =
            nearestSpelling(of: text, among: allowed)
            ?? KeyProbe.nearest(to: text) { ($0 as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
        return (message, nearest.map { "did you mean \"\($0)\"?" })
    }

    private static func rawValues<Raw: RawRepresentable>(_ type: Raw.Type) -> [String] {
        func all<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
            Cases.allCases.compactMap { ($0 as? Raw).map { "\($0.rawValue)" } }
        }
        return (Raw.self as? any CaseIterable.Type).map { all($0) } ?? []
    }
}
