/// The encoder that a value's `encode(to:)` is given: a slot of the stream.
struct StreamEncoder {
    let stream: EncodingStream
    let slot: UInt32
    let depth: UInt32
}

extension StreamEncoder: Encoder {
    /// Asked for, the value is encoded by way of a tree, which knows it.
    var codingPath: [any CodingKey] {
        stream.giveUp()
        return []
    }

    var userInfo: [CodingUserInfoKey: Any] { stream.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        stream.openContainer(slot: slot, depth: Int(depth), isObject: true)
        return KeyedEncodingContainer(StreamKeyedContainer<Key>(stream: stream, slot: slot, depth: depth))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        stream.openContainer(slot: slot, depth: Int(depth), isObject: false)
        return StreamUnkeyedContainer(stream: stream, slot: slot, depth: depth)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension StreamEncoder: SingleValueEncodingContainer {
    func encodeNil() {
        stream.fill(slot)
        stream.null()
    }

    func encode(_ value: Bool) {
        stream.fill(slot)
        stream.bool(value)
    }
    func encode(_ value: String) {
        stream.fill(slot)
        stream.string(value)
    }
    func encode(_ value: Double) throws {
        stream.fill(slot)
        try stream.double(value)
    }
    func encode(_ value: Float) throws {
        stream.fill(slot)
        try stream.float(value)
    }
    func encode(_ value: Int) { integer(value) }
    func encode(_ value: Int8) { integer(value) }
    func encode(_ value: Int16) { integer(value) }
    func encode(_ value: Int32) { integer(value) }
    func encode(_ value: Int64) { integer(value) }
    func encode(_ value: Int128) { integer(value) }
    func encode(_ value: UInt) { integer(value) }
    func encode(_ value: UInt8) { integer(value) }
    func encode(_ value: UInt16) { integer(value) }
    func encode(_ value: UInt32) { integer(value) }
    func encode(_ value: UInt64) { integer(value) }
    func encode(_ value: UInt128) { integer(value) }
    func encode<T: Encodable>(_ value: T) throws { try stream.encode(value, slot: slot, depth: Int(depth)) }

    @inline(__always)
    private func integer(_ value: some FixedWidthInteger) {
        stream.fill(slot)
        stream.integer(value)
    }
}
