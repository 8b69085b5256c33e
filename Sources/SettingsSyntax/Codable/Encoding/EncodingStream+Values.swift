extension EncodingStream {
    /// Writes a value of any type into a slot.
    @inline(__always)
    func encode<T: Encodable>(_ value: T, slot: UInt32, depth: Int) throws {
        let identifier = ObjectIdentifier(T.self)
        // The index is within the table by its mask.
        let decided = unsafe decided[TypePlans.Decided.index(identifier)]
        let plan = decided.type == identifier ? decided.plan : decide(T.self)
        if case .ordinary = plan { return try ordinary(value, slot: slot, depth: depth) }
        try planned(value, plan, slot: slot, depth: depth)
    }

    private func ordinary<T: Encodable>(_ value: T, slot: UInt32, depth: Int) throws {
        guard depth < Self.maximumDepth else { throw refused(ScalarText.refused(value, Self.tooDeep)) }
        let encoder = StreamEncoder(stream: self, slot: slot, depth: UInt32(depth))
        do {
            if unsafe StackRoom.suffices(room) {
                try value.encode(to: encoder)
            } else {
                try unsafe StackRoom.entering(room) { try value.encode(to: encoder) }
            }
        } catch {
            throw refused(error)  // A part of it may be written, and somebody may go on without the whole.
        }
        close(to: depth)
        if isWaiting(slot) {
            // It said nothing at all: an object without members.
            fill(slot)
            emptyObject(depth: depth)
        }
    }

    static var tooDeep: String { "values within each other deeper than \(maximumDepth)" }

    @inline(never)
    private func planned<T: Encodable>(_ value: T, _ plan: TypePlans.Plan, slot: UInt32, depth: Int) throws {
        switch plan {
        case .scalar(let type):
            if type == .settingsValue {
                guard depth < Self.maximumDepth else { throw refused(ScalarText.refused(value, Self.tooDeep)) }
                fill(slot)
                // The plan was made from `T` itself.
                return text(unsafe unsafeBitCast(value, to: SettingsValue.self).jsonText)
            }
            fill(slot)
            try scalar(value, type)
        case .directlyEncoded(let type):
            try direct(value, type, slot: slot, depth: depth)
        case .ordinary, .direct, .new, .seen: try ordinary(value, slot: slot, depth: depth)
        }
    }

    @inline(never)
    private func decide<T: Encodable>(_ type: T.Type) -> TypePlans.Plan {
        let identifier = ObjectIdentifier(type)
        var plan = bench.plans.plan(of: identifier)
        if case .new = plan {
            plan = TypePlans.Plan(encoding: type)
            bench.plans.set(plan, for: identifier)
        }
        let entry = TypePlans.Decided(type: identifier, plan: plan)
        // The index is within the table by its mask.
        unsafe decided[TypePlans.Decided.index(identifier)] = entry
        return plan
    }

    private func direct<T: Encodable>(
        _ value: T, _ type: any DirectlyEncodable.Type, slot: UInt32, depth: Int
    ) throws {
        func open<Direct: DirectlyEncodable>(_ type: Direct.Type) throws {
            // `Direct` is `T`: the plan was made from `T` itself.
            try unsafe unsafeBitCast(value, to: Direct.self).write(
                to: StreamSink(stream: self, slot: slot, depth: depth))
        }
        guard depth < Self.maximumDepth else { throw refused(ScalarText.refused(value, Self.tooDeep)) }
        do { try open(type) } catch { throw refused(error) }
    }

    @inline(__always)
    private func scalar<T: Encodable>(_ value: T, _ type: ScalarType) throws {
        // The plan was made from `T` itself, so that the two types of each cast are one.
        func cast<Value>(_: Value.Type) -> Value { unsafe unsafeBitCast(value, to: Value.self) }
        switch type {
        case .string: string(cast(String.self))
        case .bool: bool(cast(Bool.self))
        case .int: integer(cast(Int.self))
        case .int8: integer(cast(Int8.self))
        case .int16: integer(cast(Int16.self))
        case .int32: integer(cast(Int32.self))
        case .int64: integer(cast(Int64.self))
        case .int128: integer(cast(Int128.self))
        case .uint: integer(cast(UInt.self))
        case .uint8: integer(cast(UInt8.self))
        case .uint16: integer(cast(UInt16.self))
        case .uint32: integer(cast(UInt32.self))
        case .uint64: integer(cast(UInt64.self))
        case .uint128: integer(cast(UInt128.self))
        case .double: try double(cast(Double.self))
        case .float: try float(cast(Float.self))
        case .date, .data, .url, .uuid, .decimal, .duration, .settingsValue:
            try formed(value, type)
        }
    }
}

extension EncodingStream {
    @inline(never)
    private func formed<T: Encodable>(_ value: T, _ type: ScalarType) throws {
        let form: ScalarText.Form?
        do { form = try ScalarText.form(value, as: type) } catch { throw refused(error) }
        switch form {
        case .string(let text)?: string(text)
        case .number(let text)?: number(text)
        case nil: giveUp()
        }
    }
}

extension TypePlans.Plan {
    /// The plan for encoding a type.
    init<T: Encodable>(encoding type: T.Type) {
        if let scalar = ScalarType(type) {
            self = .scalar(scalar)
        } else if let direct = type as? any DirectlyEncodable.Type {
            self = .directlyEncoded(direct)
        } else {
            self = .ordinary
        }
    }
}
