/// Writes a container of the standard library into the slot of a stream.
struct StreamSink: EncodingSink {
    let stream: EncodingStream
    let slot: UInt32
    let depth: Int

    func null() {
        stream.fill(slot)
        stream.literal("null")
    }

    func value<T: Encodable>(_ value: T) throws { try stream.encode(value, slot: slot, depth: depth) }

    func array<Elements: Collection>(_ elements: Elements) throws where Elements.Element: Encodable {
        stream.openContainer(slot: slot, depth: depth, isObject: false)
        for element in elements {
            stream.element(slot: slot, depth: depth)
            try stream.encode(element, slot: stream.newSlot(), depth: depth + 1)
        }
        stream.close(to: depth)
    }

    func object<Value: Encodable>(_ members: [(key: String, value: Value)]) throws {
        stream.openContainer(slot: slot, depth: depth, isObject: true)
        for (key, value) in members {
            stream.member(key, slot: slot, depth: depth)
            try stream.encode(value, slot: stream.newSlot(), depth: depth + 1)
        }
        stream.close(to: depth)
    }

    func codable<T: Encodable>(_ value: T) throws {
        try value.encode(to: StreamEncoder(stream: stream, slot: slot, depth: UInt32(depth)))
        stream.close(to: depth)
    }

    func text<T: Encodable>(of value: T) throws -> String {
        try EncodingTree.text(of: value, format: stream.format, userInfo: stream.userInfo)
    }
}
