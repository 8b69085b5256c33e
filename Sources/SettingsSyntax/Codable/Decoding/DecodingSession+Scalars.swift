/// Scalars, read straight from the bytes.
extension DecodingSession {
    @inline(__always)
    func string(at place: Place) throws -> String {
        guard kind(place) == .string else { return try standIn("", "a string", at: place) }
        return text(place)
    }

    @inline(__always)
    func bool(at place: Place) throws -> Bool {
        switch kind(place) {
        case .true: return true
        case .false: return false
        default: return try standIn(false, "true or false", at: place)
        }
    }

    /// An integer, exactly. `1.0` and `1e2` are integers; `1.5` is none.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(at place: Place) throws -> Value {
        guard kind(place) == .number else { return try standIn(0, "an integer", at: place) }
        let token = unsafe tapes[Int(place.layer)].token(place.node)
        if let small = unsafe NumberText.smallInteger(token), let value = Value(exactly: small) { return value }
        return try largeInteger(at: place)
    }

    @inline(never)
    private func largeInteger<Value: FixedWidthInteger>(at place: Place) throws -> Value {
        let token = unsafe tapes[Int(place.layer)].token(place.node)
        switch unsafe NumberText.integer(token, as: Value.self) {
        case .exact(let value): return value
        case .notAnInteger:
            return try standIn(0, "an integer", at: place)
        case .outOfRange:
            if standsIn(for: place) { return 0 }
            throw outOfRange(
                "\(Value.self)", "\(Value.min) to \(Value.max)", type: Value.self, at: place)
        }
    }

    /// A `Double`: the nearest to the decimal text. A number beyond its range is an error, also one that would vanish.
    @inline(__always)
    func double(at place: Place) throws -> Double {
        guard kind(place) == .number else { return try standIn(0, "a number", at: place) }
        let token = unsafe tapes[Int(place.layer)].token(place.node)
        if let value = unsafe NumberText.simpleDouble(token) { return value }
        if let value = unsafe NumberText.floatingPoint(token, as: Double.self) { return value }
        if standsIn(for: place) { return 0 }
        throw outOfRange(
            "Double", "up to ±\(Double.greatestFiniteMagnitude), from ±\(Double.leastNonzeroMagnitude)",
            type: Double.self, at: place)
    }

    func float(at place: Place) throws -> Float {
        guard kind(place) == .number else { return try standIn(0, "a number", at: place) }
        let token = unsafe tapes[Int(place.layer)].token(place.node)
        if let value = unsafe NumberText.floatingPoint(token, as: Float.self) { return value }
        if standsIn(for: place) { return 0 }
        throw outOfRange(
            "Float", "up to ±\(Float.greatestFiniteMagnitude), from ±\(Float.leastNonzeroMagnitude)",
            type: Float.self, at: place)
    }

    private func outOfRange(_ name: String, _ range: String, type: Any.Type, at place: Place) -> any Error {
        invalid("\(found(place)) does not fit \(name) (\(range))", code: .outOfRange, at: place)
    }

    /// What a scalar of another kind reads as while mistakes are collected, or the mistake.
    @inline(never)
    func standIn<Value>(_ value: Value, _ expected: String, at place: Place) throws -> Value {
        if standsIn(for: place) { return value }
        throw mismatch(Value.self, expected, at: place)
    }
}
