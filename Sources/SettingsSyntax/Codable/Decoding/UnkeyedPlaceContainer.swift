/// The elements of an array. Arrays replace: there is nothing beneath.
struct UnkeyedPlaceContainer {
    let session: DecodingSession
    private let arrayNode: UInt32
    private let layer: UInt32
    private var node: UInt32
    private var index: UInt32 = 0

    init(session: DecodingSession, array: Place) {
        self.session = session
        arrayNode = array.node
        layer = array.layer
        node = array.node + 1
    }

    private var array: Place { Place(arrayNode, layer: layer) }

    /// Reads the next element, and goes on to the one behind it unless that fails: a type may try another form.
    @inline(__always)
    private mutating func element<Value>(
        _ type: Any.Type, _ read: (DecodingSession, Place) throws -> Value
    ) throws -> Value {
        let place = Place(node, layer: layer)
        guard node < session.next(array) else { return try read(session, beyond(type)) }
        let value = try read(session, place)
        node = session.next(place)
        index += 1
        return value
    }

    @inline(never)
    private func beyond(_ type: Any.Type) throws -> Place {
        if session.isPlaceholder(array) { return session.placeholder }
        let count = session.count(array)
        let fault = DecodingFault(
            code: .missingKey, message: "expected more than \(count) element\(count == 1 ? "" : "s")", place: array)
        throw DecodingError.valueNotFound(
            type,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: fault.message, underlyingError: fault))
    }
}

extension UnkeyedPlaceContainer: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { session.codingPath(of: array) }
    var count: Int? { session.count(array) }
    var isAtEnd: Bool { node >= session.next(array) }
    var currentIndex: Int { Int(index) }

    mutating func decodeNil() throws -> Bool {
        if isAtEnd { return session.isNull(try beyond(Never.self)) }
        guard session.kind(Place(node, layer: array.layer)) == .null else { return false }
        node += 1
        index += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try element(type) { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try element(type) { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try element(type) { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try element(type) { try $0.float(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) { try $0.integer(at: $1) } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element(type) { try $0.value(type, at: $1) } }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try element(type) { try $0.keyedContainer(at: $1, keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element([Any].self) { try $0.unkeyedContainer(at: $1) }
    }

    mutating func superDecoder() throws -> any Decoder {
        try element((any Decoder).self) { PlaceDecoder(session: $0, place: $1) }
    }
}
