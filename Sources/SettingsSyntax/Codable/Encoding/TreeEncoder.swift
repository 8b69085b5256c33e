/// The encoder over a node of a tree, and every kind of its containers.
struct TreeEncoder {
    let node: EncodingTree
}

extension TreeEncoder: Encoder {
    var codingPath: [any CodingKey] { node.path }
    var userInfo: [CodingUserInfoKey: Any] { node.context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(TreeKeyedContainer<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return TreeUnkeyedContainer(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension TreeEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.scalar("null") }
    func encode(_ value: Bool) { node.scalar(value ? "true" : "false") }
    func encode(_ value: String) { node.scalar(JSONText.quoted(value)) }
    func encode(_ value: Double) throws { try node.double(value) }
    func encode(_ value: Float) throws { try node.float(value) }
    func encode(_ value: Int) { node.scalar(value.description) }
    func encode(_ value: Int8) { node.scalar(value.description) }
    func encode(_ value: Int16) { node.scalar(value.description) }
    func encode(_ value: Int32) { node.scalar(value.description) }
    func encode(_ value: Int64) { node.scalar(value.description) }
    func encode(_ value: Int128) { node.scalar(value.description) }
    func encode(_ value: UInt) { node.scalar(value.description) }
    func encode(_ value: UInt8) { node.scalar(value.description) }
    func encode(_ value: UInt16) { node.scalar(value.description) }
    func encode(_ value: UInt32) { node.scalar(value.description) }
    func encode(_ value: UInt64) { node.scalar(value.description) }
    func encode(_ value: UInt128) { node.scalar(value.description) }
    func encode<T: Encodable>(_ value: T) throws { try node.encode(value) }
}

/// The members of an object of a tree.
struct TreeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingTree

    var codingPath: [any CodingKey] { node.path }

    private func encoder(_ key: some CodingKey) -> TreeEncoder {
        TreeEncoder(node: node.sharedMember(key.stringValue))
    }
    private func put(_ key: Key, _ encode: (TreeEncoder) throws -> Void) rethrows {
        try node.encodeMember(key.stringValue, encode)
    }

    func encodeNil(forKey key: Key) { put(key) { $0.encodeNil() } }
    func encode(_ value: Bool, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: String, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try put(key) { try $0.encode(value) } }
    func encode(_ value: Float, forKey key: Key) throws { try put(key) { try $0.encode(value) } }
    func encode(_ value: Int, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: Int8, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: Int16, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: Int32, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: Int64, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: Int128, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: UInt, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: UInt8, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: UInt16, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: UInt32, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: UInt64, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode(_ value: UInt128, forKey key: Key) { put(key) { $0.encode(value) } }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try put(key) { try $0.encode(value) } }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { TreeEncoder(node: node.sharedMember("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

/// The elements of an array of a tree.
struct TreeUnkeyedContainer: UnkeyedEncodingContainer {
    let node: EncodingTree

    var codingPath: [any CodingKey] { node.path }
    var count: Int { if case .array(let elements) = node.content { elements.count } else { 0 } }

    private func encoder() -> TreeEncoder { TreeEncoder(node: node.sharedElement()) }
    private func put(_ encode: (TreeEncoder) throws -> Void) rethrows { try node.encodeElement(encode) }

    func encodeNil() { put { $0.encodeNil() } }
    func encode(_ value: Bool) { put { $0.encode(value) } }
    func encode(_ value: String) { put { $0.encode(value) } }
    func encode(_ value: Double) throws { try put { try $0.encode(value) } }
    func encode(_ value: Float) throws { try put { try $0.encode(value) } }
    func encode(_ value: Int) { put { $0.encode(value) } }
    func encode(_ value: Int8) { put { $0.encode(value) } }
    func encode(_ value: Int16) { put { $0.encode(value) } }
    func encode(_ value: Int32) { put { $0.encode(value) } }
    func encode(_ value: Int64) { put { $0.encode(value) } }
    func encode(_ value: Int128) { put { $0.encode(value) } }
    func encode(_ value: UInt) { put { $0.encode(value) } }
    func encode(_ value: UInt8) { put { $0.encode(value) } }
    func encode(_ value: UInt16) { put { $0.encode(value) } }
    func encode(_ value: UInt32) { put { $0.encode(value) } }
    func encode(_ value: UInt64) { put { $0.encode(value) } }
    func encode(_ value: UInt128) { put { $0.encode(value) } }
    func encode<T: Encodable>(_ value: T) throws { try put { try $0.encode(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}

/// Writes a container of the standard library into a node of a tree.
struct TreeSink: EncodingSink {
    let node: EncodingTree

    func null() { node.scalar("null") }
    func value<T: Encodable>(_ value: T) throws { try node.encode(value) }

    func array<Element: Encodable>(_ elements: [Element]) throws {
        node.becomeArray()
        for element in elements { try node.encodeElement { try $0.encode(element) } }
    }

    func object<Value: Encodable>(_ members: [(key: String, value: Value)]) throws {
        node.becomeObject()
        for (key, value) in members { try node.encodeMember(key) { try $0.encode(value) } }
    }

    func codable<T: Encodable>(_ value: T) throws { try value.encode(to: TreeEncoder(node: node)) }

    func text<T: Encodable>(of value: T) throws -> String {
        try EncodingTree.text(of: value, format: node.context.format, userInfo: node.context.userInfo)
    }
}
