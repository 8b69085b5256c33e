internal import FoundationEssentials

/// Values of any `Decodable` type.
extension DecodingSession {
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        let identifier = ObjectIdentifier(type)
        // The index is within the table by its mask.
        let decided = unsafe decided[TypePlans.Decided.index(identifier)]
        guard decided.type == identifier else {
            return try plannedValue(type, bench.plans.plan(of: identifier), at: place)
        }
        if case .ordinary = decided.plan, diagnosis == nil, unsafe StackRoom.suffices(room) {
            return try T(from: PlaceDecoder(session: self, place: place))
        }
        return try decidedValue(type, decided.plan, at: place)
    }

    @inline(never)
    private func plannedValue<T: Decodable>(_ type: T.Type, _ known: TypePlans.Plan, at place: Place) throws -> T {
        var plan = known
        var stands = true
        switch known {
        case .new, .seen: (plan, stands) = decidePlan(type, known, at: place)
        default: break
        }
        if stands {
            let identifier = ObjectIdentifier(type)
            let entry = TypePlans.Decided(type: identifier, plan: plan)
            // The index is within the table by its mask.
            unsafe decided[TypePlans.Decided.index(identifier)] = entry
        }
        return try decidedValue(type, plan, at: place)
    }

    private func decidedValue<T: Decodable>(_ type: T.Type, _ plan: TypePlans.Plan, at place: Place) throws -> T {
        switch plan {
        case .scalar(let scalar): try self.scalar(scalar, at: place)
        case .direct(let direct): try self.direct(direct, at: place)
        case .ordinary, .directlyEncoded, .new, .seen: try ordinary(type, at: place)
        }
    }

    @inline(never)
    private func decidePlan<T: Decodable>(
        _ type: T.Type, _ plan: TypePlans.Plan, at place: Place
    ) -> (TypePlans.Plan, stands: Bool) {
        let identifier = ObjectIdentifier(type)
        if case .new = plan {
            if let scalar = ScalarType(type) {
                bench.plans.set(.scalar(scalar), for: identifier)
                return (.scalar(scalar), true)
            }
            if let common = CommonContainer.direct(type, kind(place)) {
                bench.plans.set(.direct(common), for: identifier)
                return (.direct(common), true)
            }
            bench.plans.undecidedUses += 1
            if !needsDecision(place) {
                bench.plans.set(.seen, for: identifier)
                return (.ordinary, false)
            }
        } else {
            bench.plans.undecidedUses += 1
            if bench.plans.isNew, bench.plans.undecidedUses < 64, !needsDecision(place) { return (.ordinary, false) }
        }
        let plan: TypePlans.Plan = (T.self as? any DirectlyDecodable.Type).map { .direct($0) } ?? .ordinary
        bench.plans.set(plan, for: identifier)
        return (plan, true)
    }

    /// Whether it matters now if a type is an array or a dictionary: for size, since a null may remove an entry, or
    /// since two keys may be one text or one number.
    private func needsDecision(_ place: Place) -> Bool {
        if diagnosis != nil || recorder != nil { return true }
        if count(place) >= 64 { return true }
        guard kind(place) == .object else { return false }
        var needed = false
        forEachObject(of: place) { object in
            forEachMember(of: object) { key, value in
                if place.below != 0, kind(value) == .null { needed = true }
                if !isPlain(key) { needed = true }
            }
        }
        return needed
    }

    /// Whether a key is ASCII without escapes and no number with more to it than digits: then no other key is the same text
    /// in another normal form, or the same number.
    private func isPlain(_ key: Place) -> Bool {
        let tape = unsafe tapes[Int(key.layer)]
        if tape.flags(key.node).contains(.escaped) { return false }
        // The text's memory outlives the session.
        let content = unsafe tape.content(key.node)
        guard unsafe content.allSatisfy({ $0 < 0x80 }) else { return false }
        let (first, second) = unsafe (content.first, content.dropFirst().first)
        // 05, +5, -0, -05: what `Int` reads and does not print.
        return switch first {
        case UInt8(ascii: "+"): false
        case UInt8(ascii: "0"): second == nil
        case UInt8(ascii: "-"): second != UInt8(ascii: "0")
        default: true
        }
    }

    private func direct<T: Decodable>(_ direct: any DirectlyDecodable.Type, at place: Place) throws -> T {
        func open<Direct: DirectlyDecodable>(_ type: Direct.Type) throws -> T {
            // `Direct` is `T`: the plan was made from `T` itself.
            unsafe unsafeBitCast(try Direct.decoded(by: self, at: place), to: T.self)
        }
        return try open(direct)
    }

    private func scalar<T: Decodable>(_ scalar: ScalarType, at place: Place) throws -> T {
        // The plan was made from `T` itself, so that the two types of each cast are one.
        func cast<Value>(_ value: Value) -> T { unsafe unsafeBitCast(value, to: T.self) }
        switch scalar {
        case .string: return cast(try string(at: place))
        case .bool: return cast(try bool(at: place))
        case .int: return cast(try integer(at: place) as Int)
        case .int8: return cast(try integer(at: place) as Int8)
        case .int16: return cast(try integer(at: place) as Int16)
        case .int32: return cast(try integer(at: place) as Int32)
        case .int64: return cast(try integer(at: place) as Int64)
        case .int128: return cast(try integer(at: place) as Int128)
        case .uint: return cast(try integer(at: place) as UInt)
        case .uint8: return cast(try integer(at: place) as UInt8)
        case .uint16: return cast(try integer(at: place) as UInt16)
        case .uint32: return cast(try integer(at: place) as UInt32)
        case .uint64: return cast(try integer(at: place) as UInt64)
        case .uint128: return cast(try integer(at: place) as UInt128)
        case .double: return cast(try double(at: place))
        case .float: return cast(try float(at: place))
        case .date: return cast(try date(at: place))
        case .data: return cast(try data(at: place))
        case .url: return cast(try url(at: place))
        case .uuid: return cast(try uuid(at: place))
        case .decimal: return cast(try decimal(at: place))
        case .duration: return cast(try duration(at: place))
        case .settingsValue: return cast(settingsValue(at: place))
        }
    }

    /// Through the type's own `init(from:)`.
    private func ordinary<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        if unsafe StackRoom.suffices(room) { return try traced(type, at: place) }
        return try unsafe StackRoom.entering(room) { try traced(type, at: place) }
    }

    /// What `init(from:)` throws is traced to its place where mistakes are collected.
    private func traced<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        guard let diagnosis else { return try T(from: PlaceDecoder(session: self, place: place)) }
        if diagnosis.standsIn(for: place, as: ObjectIdentifier(type)) { return try standIn(type, at: place) }
        if isPlaceholder(place) { return try placeholder(type) }
        do {
            let value = try T(from: PlaceDecoder(session: self, place: place))
            diagnosis.innermost = nil
            return value
        } catch is NoStandIn {
            return try standIn(type, at: place)
        } catch {
            if let recorder { forEachObject(of: place) { recorder.gaveUp(on: $0) } }
            if error.fault == nil, diagnosis.innermost == nil {
                diagnosis.innermost = DecodingDiagnosis.Origin(
                    place: place, type: ObjectIdentifier(type), advice: advice(for: type, error, at: place))
            }
            throw error
        }
    }
}

extension Error {
    /// The mistake that a decoding error carries, where it is one of ours.
    var fault: DecodingFault? {
        guard let error = self as? DecodingError else { return self as? DecodingFault }
        return error.context.underlyingError as? DecodingFault
    }
}

extension DecodingError {
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            return context
        @unknown default: return Context(codingPath: [], debugDescription: "\(self)")
        }
    }
}
