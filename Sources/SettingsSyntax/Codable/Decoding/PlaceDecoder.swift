/// The decoder that a type's `init(from:)` is given: a place, and the session that knows the layers.
struct PlaceDecoder {
    let session: DecodingSession
    let place: Place
}

extension PlaceDecoder: Decoder {
    var codingPath: [any CodingKey] { session.codingPath(of: place) }

    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try session.keyedContainer(at: place, keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try session.unkeyedContainer(at: place)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension PlaceDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { session.isNull(place) }

    func decode(_ type: Bool.Type) throws -> Bool { try session.bool(at: place) }
    func decode(_ type: String.Type) throws -> String { try session.string(at: place) }
    func decode(_ type: Double.Type) throws -> Double { try session.double(at: place) }
    func decode(_ type: Float.Type) throws -> Float { try session.float(at: place) }
    func decode(_ type: Int.Type) throws -> Int { try session.integer(at: place) }
    func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(at: place) }
    func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(at: place) }
    func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(at: place) }
    func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(at: place) }
    func decode(_ type: Int128.Type) throws -> Int128 { try session.integer(at: place) }
    func decode(_ type: UInt.Type) throws -> UInt { try session.integer(at: place) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(at: place) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(at: place) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(at: place) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(at: place) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try session.integer(at: place) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try session.value(type, at: place) }
}

extension DecodingSession {
    // Inlined, so that the container's type is looked up once.
    @inline(__always)
    func keyedContainer<Key: CodingKey>(
        at place: Place, keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        var place = place
        if kind(place) != .object {
            place = try standInObject(place)
        } else if recorder != nil {
            recordOpened(place)
        }
        return KeyedDecodingContainer(KeyedPlaceContainer<Key>(session: self, place: place))
    }

    /// What stands in for an object that is none, or the mistake.
    @inline(never)
    private func standInObject(_ place: Place) throws -> Place {
        guard standsIn(for: place) else { throw mismatch([String: Any].self, "an object", at: place) }
        return placeholder
    }

    @inline(never)
    private func recordOpened(_ place: Place) { forEachObject(of: place) { recorder?.opened($0) } }

    func unkeyedContainer(at place: Place) throws -> any UnkeyedDecodingContainer {
        if kind(place) != .array {
            guard standsIn(for: place) else { throw mismatch([Any].self, "an array", at: place) }
            return UnkeyedPlaceContainer(session: self, array: placeholder)
        }
        return UnkeyedPlaceContainer(session: self, array: place)
    }

    /// Whether a value that is not what it should be is to be passed over, its mistake being known already.
    @inline(never)
    func standsIn(for place: Place) -> Bool {
        guard let diagnosis else { return false }
        return isPlaceholder(place) || diagnosis.standsIn(for: place)
    }
}
