/// The members of an object, or of several that merge.
struct KeyedPlaceContainer<Key: CodingKey> {
    let session: DecodingSession
    let place: Place

    /// The value of a key that must be there.
    @inline(__always)
    private func required(_ key: some CodingKey) throws -> Place {
        if let found = session.member(key, of: place) { return found }
        return try session.standIn(forMissing: key, of: place)
    }

    /// The value of a key, unless it is missing or null.
    @inline(__always)
    private func optional(_ key: Key) -> Place? {
        guard let found = session.member(key, of: place), session.kind(found) != .null else { return nil }
        return found
    }
}

extension KeyedPlaceContainer: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { session.codingPath(of: place) }

    var allKeys: [Key] { session.allKeys(of: place) }

    func contains(_ key: Key) -> Bool {
        session.member(key, of: place) != nil
            || session.diagnosis?.standsIn(forKey: key.stringValue, of: place) ?? false
    }

    func decodeNil(forKey key: Key) throws -> Bool { session.isNull(try required(key)) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try session.bool(at: required(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try session.string(at: required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try session.double(at: required(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try session.float(at: required(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try session.integer(at: required(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try session.integer(at: required(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try session.integer(at: required(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try session.integer(at: required(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try session.integer(at: required(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try session.integer(at: required(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try session.integer(at: required(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try session.integer(at: required(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try session.integer(at: required(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try session.integer(at: required(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try session.integer(at: required(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try session.integer(at: required(key)) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try session.value(type, at: required(key))
    }

    // One look-up each, where the protocol's own do three.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(key).map { try session.bool(at: $0) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(key).map { try session.string(at: $0) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(key).map { try session.double(at: $0) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optional(key).map { try session.float(at: $0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try optional(key).map { try session.value(type, at: $0) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try session.keyedContainer(at: required(key), keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try session.unkeyedContainer(at: required(key))
    }

    func superDecoder() throws -> any Decoder {
        let place = session.member(named: "super", of: place)
        return PlaceDecoder(session: session, place: place ?? session.absentOrPlaceholder(self.place))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let place = session.member(key, of: place)
        return PlaceDecoder(session: session, place: place ?? session.absentOrPlaceholder(self.place))
    }
}

extension DecodingSession {
    func absentOrPlaceholder(_ place: Place) -> Place { isPlaceholder(place) ? placeholder : absent }

    /// What stands in for a key that is missing, or the mistake.
    @inline(never)
    func standIn(forMissing key: some CodingKey, of place: Place) throws -> Place {
        if let diagnosis, isPlaceholder(place) || diagnosis.standsIn(forKey: key.stringValue, of: place) {
            return placeholder
        }
        throw missing(key, of: place)
    }

    func allKeys<Key: CodingKey>(of place: Place) -> [Key] {
        let takesAny = Key(stringValue: KeyProbe.improbable) != nil
        if !takesAny { cutOtherCases(beneath: place) }
        let names = keys(of: place)
        if let recorder {
            forEachObject(of: place) { object in
                if takesAny { recorder.takesAllKeys(of: object) }
                for name in names where !takesAny && Key(stringValue: name) != nil {
                    recorder.asked(for: name, in: object)
                }
            }
        }
        if !takesAny, let diagnosis {
            diagnosis.noteClosedKeys(names, at: place, nearest: { KeyProbe.nearest(to: $0, accepting: Key.init) })
        }
        let removesNulls = removesNullsAt == place.identity
        return names.compactMap { name in
            if removesNulls, let value = member(named: name, of: place), isNoEntry(value) { return nil }
            return Key(stringValue: name)
        }
    }
}
