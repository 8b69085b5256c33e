/// The containers of the standard library, decoded without the containers of `Codable`: twice as fast.
protocol DirectlyDecodable: SendableMetatype {
    static func decoded(by session: DecodingSession, at place: Place) throws -> Self
}

/// Tells optional types: for their dictionaries `null` is a value.
protocol OptionalType {}
extension Optional: OptionalType {}

extension Optional: DirectlyDecodable where Wrapped: Decodable {
    static func decoded(by session: DecodingSession, at place: Place) throws -> Wrapped? {
        session.isNull(place) || session.isPlaceholder(place) ? nil : try session.value(Wrapped.self, at: place)
    }
}

extension Array: DirectlyDecodable where Element: Decodable {
    static func decoded(by session: DecodingSession, at place: Place) throws -> [Element] {
        guard session.kind(place) == .array else { return try session.standIn([], "an array", at: place) }
        // The scalars, each loop specialised.
        if Element.self == String.self { return try recast(session.strings(at: place)) }
        if Element.self == Int.self { return try recast(session.integers(at: place)) }
        if Element.self == Double.self { return try recast(session.doubles(at: place)) }
        if place.layer == 0, session.count(place) >= RememberedArray.leastCount, let memory = session.memory,
            !memory.isInside
        {
            return try remembered(by: session, at: place, memory)
        }
        var result: [Element] = []
        result.reserveCapacity(session.count(place))
        var element = Place(place.node + 1, layer: place.layer)
        let end = session.next(place)
        while element.node < end {
            do {
                result.append(try session.value(Element.self, at: element))
            } catch is NoStandIn {
                // While mistakes are collected: the elements behind are looked at too.
            }
            element.node = session.next(element)
        }
        return result
    }

    /// `Value` is `Element`, as was tested; a cast with `as!` would go through the elements.
    private static func recast<Value>(_ values: [Value]) -> [Element] {
        unsafe unsafeBitCast(values, to: [Element].self)
    }
}

extension ContiguousArray: DirectlyDecodable where Element: Decodable {
    static func decoded(by session: DecodingSession, at place: Place) throws -> ContiguousArray<Element> {
        ContiguousArray(try [Element].decoded(by: session, at: place))
    }
}

extension Dictionary: DirectlyDecodable where Key: Decodable, Value: Decodable {
    static func decoded(by session: DecodingSession, at place: Place) throws -> [Key: Value] {
        guard Key.self == String.self else { return try throughCodable(session, place) }
        guard session.kind(place) == .object else { return try session.standIn([:], "an object", at: place) }
        // The common ones are specialised. `Key` is `String`, and `Value` what was tested in each line.
        func recast<Members>(_ members: Members) -> [Key: Value] {
            unsafe unsafeBitCast(members, to: [Key: Value].self)
        }
        if place.below == 0, session.recorder == nil {
            if Value.self == String.self {
                return recast(try session.members(of: place) { try session.string(at: $0) })
            }
            if Value.self == Int.self {
                return recast(try session.members(of: place) { try session.integer(at: $0) as Int })
            }
            if Value.self == Double.self {
                return recast(try session.members(of: place) { try session.double(at: $0) })
            }
            if Value.self == Bool.self { return recast(try session.members(of: place) { try session.bool(at: $0) }) }
        }
        return recast(try [String: Value].members(session, place))
    }

    /// Keys of other types, as `Codable` has them; entries that are none for a null are left out of `allKeys`.
    private static func throughCodable(_ session: DecodingSession, _ place: Place) throws -> [Key: Value] {
        let before = session.removesNullsAt
        session.removesNullsAt = nullIsValue ? nil : place.identity
        defer { session.removesNullsAt = before }
        if Key.self == Int.self { try session.checkIntegerKeys(of: place) }
        do {
            return try Self(from: PlaceDecoder(session: session, place: place))
        } catch {
            if let raw = Key.self as? any (RawRepresentable & CodingKeyRepresentable).Type,
                let wrong = session.wrongKey(raw, of: place)
            {
                throw wrong
            }
            throw error
        }
    }

    private static var nullIsValue: Bool { Value.self is any OptionalType.Type || Value.self == SettingsValue.self }
}

extension Dictionary where Key == String, Value: Decodable {
    fileprivate static func members(_ session: DecodingSession, _ place: Place) throws -> [String: Value] {
        if let recorder = session.recorder { session.forEachObject(of: place) { recorder.takesAllKeys(of: $0) } }
        var result = [String: Value](minimumCapacity: session.count(place))
        let nullIsValue = Value.self is any OptionalType.Type || Value.self == SettingsValue.self
        guard place.below != 0 else {
            var key = Place(place.node + 1, layer: place.layer)
            let end = session.next(place)
            while key.node < end {
                let place = Place(key.node + 1, layer: key.layer)
                if !nullIsValue, session.isNoEntry(place) {
                    key.node = session.next(key)
                    continue
                }
                do {
                    let value = try session.value(Value.self, at: place)
                    if result.updateValue(value, forKey: session.text(key)) != nil { throw session.sameText(key) }
                } catch is NoStandIn {
                    // As for the elements of arrays.
                }
                key.node = session.next(key)
            }
            return result
        }
        for name in session.keys(of: place) {
            guard let value = session.member(named: name, of: place) else { continue }
            if !nullIsValue, session.isNoEntry(value) { continue }
            if result.updateValue(try session.value(Value.self, at: value), forKey: name) != nil {
                throw session.sameText(Place(value.node - 1, layer: value.layer))
            }
        }
        return result
    }
}

extension DecodingSession {
    /// Two keys that differ in their scalars and that `String` takes for the same: one value would be lost.
    fileprivate func sameText(_ key: Place) -> any Error {
        invalid(
            "the key \(Self.quoted(text(key))) is there twice, composed and decomposed (NFC and NFD), which a "
                + "dictionary takes for the same",
            code: .duplicateKey, at: Place(key.node + 1, layer: key.layer))
    }

    /// Whether a dictionary's null stands for no entry.
    ///
    /// Over defaults it does, also where these do not have the key: that they have it depends on the program's version,
    /// and the null that hid the one's default must not keep the next from starting.
    @inline(__always)
    func isNoEntry(_ place: Place) -> Bool { layerCount > 1 && kind(place) == .null }

    @inline(__always)
    fileprivate func members<Value>(of object: Place, _ read: (Place) throws -> Value) throws -> [String: Value] {
        var result = [String: Value](minimumCapacity: count(object))
        var key = Place(object.node + 1, layer: object.layer)
        let end = next(object)
        while key.node < end {
            let place = Place(key.node + 1, layer: key.layer)
            if isNoEntry(place) {
                key.node = next(key)
                continue
            }
            let value = try read(place)
            if result.updateValue(value, forKey: text(key)) != nil { throw sameText(key) }
            key.node = next(key)
        }
        return result
    }

    fileprivate func strings(at array: Place) throws -> [String] {
        try scalars(at: array) { try string(at: $0) }
    }

    fileprivate func integers(at array: Place) throws -> [Int] {
        try scalars(at: array) { try integer(at: $0) }
    }

    fileprivate func doubles(at array: Place) throws -> [Double] {
        try scalars(at: array) { try double(at: $0) }
    }

    @inline(__always)
    private func scalars<Value>(at array: Place, _ read: (Place) throws -> Value) throws -> [Value] {
        var result: [Value] = []
        result.reserveCapacity(count(array))
        // A scalar is one node.
        var element = Place(array.node + 1, layer: array.layer)
        let end = next(array)
        while element.node < end {
            result.append(try read(element))
            element.node = next(element)
        }
        return result
    }
}
