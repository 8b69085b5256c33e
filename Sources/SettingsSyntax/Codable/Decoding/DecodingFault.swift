/// A mistake that decoding found, and where. It travels inside of a `DecodingError`, which is what types that decode
/// themselves expect to catch.
struct DecodingFault: Error {
    var code: SettingsError.Code
    var message: String
    var hint: String?
    var place: Place
    /// The key that is not there, for `.missingKey`.
    var missing: String?
    /// A key that is not there and that a type complains of in words of its own.
    var absent: String?

    /// The key that the mistake is about where the file has none at `place`.
    var key: String? { missing ?? absent }
}

/// A stand-in could not be made for a value that was wrong. Only while mistakes are being collected.
struct NoStandIn: Error {}

extension DecodingSession {
    // The coding paths within these errors are empty: to find a path is a walk from the root, and a type that tries one
    // form after another for each element of a large array would pay for each. `codingPath` itself is always right.

    /// A value of another type than expected.
    @inline(never)
    func mismatch(_ type: Any.Type, _ expected: String, at place: Place) -> any Error {
        var fault = DecodingFault(
            code: .typeMismatch, message: "expected \(expected), found \(found(place))", place: place)
        fault.hint = mismatchHint(expected, place)
        let context = context(fault)
        if isNull(place) { return DecodingError.valueNotFound(type, context) }
        return DecodingError.typeMismatch(type, context)
    }

    /// A value of the right type that is not acceptable.
    @inline(never)
    func invalid(_ message: String, code: SettingsError.Code = .invalidValue, hint: String? = nil, at place: Place)
        -> any Error
    {
        let fault = DecodingFault(code: code, message: message, hint: hint, place: place)
        return DecodingError.dataCorrupted(context(fault))
    }

    /// A key that no layer has.
    @inline(never)
    func missing(_ key: some CodingKey, of place: Place) -> any Error {
        let name = key.stringValue
        var fault = DecodingFault(code: .missingKey, message: "the key is missing", place: place, missing: name)
        if diagnosis != nil {
            fault.hint = nearestSpelling(of: name, among: keys(of: place)).map { "is \"\($0)\" meant to be it?" }
        }
        return DecodingError.keyNotFound(key, context(fault))
    }

    private func context(_ fault: DecodingFault) -> DecodingError.Context {
        DecodingError.Context(codingPath: [], debugDescription: fault.message, underlyingError: fault)
    }

    /// A value as a message names it.
    func found(_ place: Place) -> String {
        if place.layer == layerCount { return "nothing" }
        switch kind(place) {
        case .null: return "null"
        case .true: return "true"
        case .false: return "false"
        case .number: return "the number \(Self.shortened(literal(place)))"
        case .string: return "the string \(Self.quoted(text(place)))"
        case .array: return count(place) == 0 ? "an empty array" : "an array"
        case .object: return "an object"
        case .key: return "a key"
        }
    }

    /// The exact source text of a scalar.
    func literal(_ place: Place) -> String {
        unsafe String(decoding: tapes[Int(place.layer)].token(place.node), as: UTF8.self)
    }

    /// A number as a message shows it: not too long.
    private static func shortened(_ literal: String) -> String {
        literal.utf8.count <= 60 ? literal : literal.prefix(60) + "…"
    }

    /// A text as a message quotes it: on one line, not too long.
    static func quoted(_ text: String) -> String {
        var result = "\""
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            if count > 60 {
                result += "…"
                break
            }
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result +=
                    "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2)
                    + String(scalar.value, radix: 16, uppercase: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private func nullHint(_ expected: String, _ place: Place) -> String? {
        let isKeyed = place.node > 0 && kind(Place(place.node - 1, layer: place.layer)) == .key
        if isKeyed { return layerCount > 1 ? "remove the key to have the default" : nil }
        if place.node > 0 { return "remove the element" }
        switch expected {
        case "an object": return "write {} for an empty one"
        case "an array": return "write [] for an empty one"
        default: return nil
        }
    }

    private func mismatchHint(_ expected: String, _ place: Place) -> String? {
        guard diagnosis != nil, kind(place) == .string else {
            return diagnosis != nil && isNull(place) && place.layer != layerCount ? nullHint(expected, place) : nil
        }
        let text = text(place)
        switch expected {
        case "true or false":
            return ["true", "false"].contains(text) ? "write \(text) without quotes" : nil
        case "an integer" where Int128(text) != nil, "a number" where Double(text)?.isFinite == true:
            return "write \(text) without quotes"
        default: return nil
        }
    }
}
