/// Writes a container of the standard library into the slot of a stream.
struct StreamSink: EncodingSink {
    let stream: EncodingStream
    let slot: UInt32
    let depth: Int

    func null() {
        stream.fill(slot)
        stream.null()
    }

    func value<T: Encodable>(_ value: T) throws { try stream.encode(value, slot: slot, depth: depth) }

    func array<Element: Encodable>(_ elements: [Element]) throws {
        // The common ones are specialised; `Element` is what was tested.
        if Element.self == String.self {
            return scalars(unsafe unsafeBitCast(elements, to: [String].self)) { stream.string($0) }
        }
        if Element.self == Int.self {
            return scalars(unsafe unsafeBitCast(elements, to: [Int].self)) { stream.integer($0) }
        }
        if Element.self == Double.self {
            return try scalars(unsafe unsafeBitCast(elements, to: [Double].self)) { try stream.double($0) }
        }
        if elements.count >= RememberedArray.leastCount, let memory = stream.memory, !memory.isInside {
            return try remembered(elements, memory)
        }
        stream.openContainer(slot: slot, depth: depth, isObject: false)
        // Not over `indices`, whose type would have to be made for each array.
        for index in 0..<elements.count {
            stream.element(slot: slot, depth: depth)
            try stream.encode(elements[index], slot: stream.newSlot(), depth: depth + 1)
        }
        stream.close(to: depth)
    }

    @inline(__always)
    private func scalars<Value>(_ values: [Value], _ write: (Value) throws -> Void) rethrows {
        stream.openContainer(slot: slot, depth: depth, isObject: false)
        for value in values {
            stream.element(slot: slot, depth: depth)
            try write(value)
        }
        stream.close(to: depth)
    }

    func object<Value: Encodable>(_ members: [(key: String, value: Value)]) throws {
        // As for arrays.
        if Value.self == String.self {
            return texts(unsafe unsafeBitCast(members, to: [(key: String, value: String)].self))
        }
        stream.openContainer(slot: slot, depth: depth, isObject: true)
        for (key, value) in members {
            stream.member(key, slot: slot, depth: depth)
            try stream.encode(value, slot: stream.newSlot(), depth: depth + 1)
        }
        stream.close(to: depth)
    }

    private func texts(_ members: [(key: String, value: String)]) {
        stream.openContainer(slot: slot, depth: depth, isObject: true)
        for (key, value) in members {
            stream.member(key, slot: slot, depth: depth)
            stream.string(value)
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
