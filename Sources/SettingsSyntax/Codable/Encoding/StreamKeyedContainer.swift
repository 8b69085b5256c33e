/// The members of an object in a stream.
struct StreamKeyedContainer<Key: CodingKey> {
    let stream: EncodingStream
    let slot: UInt32
    let depth: UInt32

    @inline(__always)
    private func begin(_ key: some CodingKey) {
        stream.member(key.stringValue, slot: slot, depth: Int(depth))
    }

    @inline(__always)
    private func integer(_ value: some FixedWidthInteger, _ key: Key) {
        begin(key)
        stream.integer(value)
    }
}

extension StreamKeyedContainer: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] {
        stream.giveUp()
        return []
    }

    func encodeNil(forKey key: Key) {
        begin(key)
        stream.null()
    }
    func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        stream.bool(value)
    }
    func encode(_ value: String, forKey key: Key) {
        begin(key)
        stream.string(value)
    }
    func encode(_ value: Double, forKey key: Key) throws {
        begin(key)
        try stream.double(value)
    }
    func encode(_ value: Float, forKey key: Key) throws {
        begin(key)
        try stream.float(value)
    }
    func encode(_ value: Int, forKey key: Key) { integer(value, key) }
    func encode(_ value: Int8, forKey key: Key) { integer(value, key) }
    func encode(_ value: Int16, forKey key: Key) { integer(value, key) }
    func encode(_ value: Int32, forKey key: Key) { integer(value, key) }
    func encode(_ value: Int64, forKey key: Key) { integer(value, key) }
    func encode(_ value: Int128, forKey key: Key) { integer(value, key) }
    func encode(_ value: UInt, forKey key: Key) { integer(value, key) }
    func encode(_ value: UInt8, forKey key: Key) { integer(value, key) }
    func encode(_ value: UInt16, forKey key: Key) { integer(value, key) }
    func encode(_ value: UInt32, forKey key: Key) { integer(value, key) }
    func encode(_ value: UInt64, forKey key: Key) { integer(value, key) }
    func encode(_ value: UInt128, forKey key: Key) { integer(value, key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        begin(key)
        try stream.encode(value, slot: stream.newSlot(), depth: Int(depth) + 1)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key)
        return encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        return encoder().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        stream.member("super", slot: slot, depth: Int(depth))
        return encoder()
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return encoder()
    }

    private func encoder() -> StreamEncoder {
        StreamEncoder(stream: stream, slot: stream.newSlot(), depth: depth + 1)
    }
}
