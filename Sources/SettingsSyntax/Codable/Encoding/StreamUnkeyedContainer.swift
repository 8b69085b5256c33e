/// The elements of an array in a stream.
struct StreamUnkeyedContainer {
    let stream: EncodingStream
    let slot: UInt32
    let depth: UInt32
    private(set) var count = 0

    init(stream: EncodingStream, slot: UInt32, depth: UInt32) {
        self.stream = stream
        self.slot = slot
        self.depth = depth
    }

    @inline(__always)
    private mutating func begin() {
        stream.element(slot: slot, depth: Int(depth))
        count += 1
    }

    @inline(__always)
    private mutating func integer(_ value: some FixedWidthInteger) {
        begin()
        stream.integer(value)
    }

    private mutating func encoder() -> StreamEncoder {
        begin()
        return StreamEncoder(stream: stream, slot: stream.newSlot(), depth: depth + 1)
    }
}

extension StreamUnkeyedContainer: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] {
        stream.giveUp()
        return []
    }

    mutating func encodeNil() {
        begin()
        stream.null()
    }
    mutating func encode(_ value: Bool) {
        begin()
        stream.bool(value)
    }
    mutating func encode(_ value: String) {
        begin()
        stream.string(value)
    }
    mutating func encode(_ value: Double) throws {
        begin()
        try stream.double(value)
    }
    mutating func encode(_ value: Float) throws {
        begin()
        try stream.float(value)
    }
    mutating func encode(_ value: Int) { integer(value) }
    mutating func encode(_ value: Int8) { integer(value) }
    mutating func encode(_ value: Int16) { integer(value) }
    mutating func encode(_ value: Int32) { integer(value) }
    mutating func encode(_ value: Int64) { integer(value) }
    mutating func encode(_ value: Int128) { integer(value) }
    mutating func encode(_ value: UInt) { integer(value) }
    mutating func encode(_ value: UInt8) { integer(value) }
    mutating func encode(_ value: UInt16) { integer(value) }
    mutating func encode(_ value: UInt32) { integer(value) }
    mutating func encode(_ value: UInt64) { integer(value) }
    mutating func encode(_ value: UInt128) { integer(value) }
    mutating func encode<T: Encodable>(_ value: T) throws {
        begin()
        try stream.encode(value, slot: stream.newSlot(), depth: Int(depth) + 1)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { encoder() }
}
