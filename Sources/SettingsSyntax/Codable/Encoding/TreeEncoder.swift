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
    func encodeNil() { node.content = .text("null") }
    func encode(_ value: Bool) { node.content = .text(value ? "true" : "false") }
    func encode(_ value: String) { node.content = .text(JSONText.quoted(value)) }
    func encode(_ value: Double) throws { try node.double(value) }
    func encode(_ value: Float) throws { try node.float(value) }
    func encode(_ value: Int) { node.content = .text(value.description) }
    func encode(_ value: Int8) { node.content = .text(value.description) }
    func encode(_ value: Int16) { node.content = .text(value.description) }
    func encode(_ value: Int32) { node.content = .text(value.description) }
    func encode(_ value: Int64) { node.content = .text(value.description) }
    func encode(_ value: Int128) { node.content = .text(value.description) }
    func encode(_ value: UInt) { node.content = .text(value.description) }
    func encode(_ value: UInt8) { node.content = .text(value.description) }
    func encode(_ value: UInt16) { node.content = .text(value.description) }
    func encode(_ value: UInt32) { node.content = .text(value.description) }
    func encode(_ value: UInt64) { node.content = .text(value.description) }
    func encode(_ value: UInt128) { node.content = .text(value.description) }
    func encode<T: Encodable>(_ value: T) throws { try node.encode(value) }
}

/// The members of an object of a tree.
struct TreeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingTree

    var codingPath: [any CodingKey] { node.path }

    private func encoder(_ key: some CodingKey) -> TreeEncoder { TreeEncoder(node: node.child(key.stringValue)) }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try encoder(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try encoder(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int128, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt128, forKey key: Key) { encoder(key).encode(value) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { TreeEncoder(node: node.child("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

/// The elements of an array of a tree.
struct TreeUnkeyedContainer: UnkeyedEncodingContainer {
    let node: EncodingTree

    var codingPath: [any CodingKey] { node.path }
    var count: Int { if case .array(let elements) = node.content { elements.count } else { 0 } }

    private func encoder() -> TreeEncoder { TreeEncoder(node: node.child()) }

    func encodeNil() { encoder().encodeNil() }
    func encode(_ value: Bool) { encoder().encode(value) }
    func encode(_ value: String) { encoder().encode(value) }
    func encode(_ value: Double) throws { try encoder().encode(value) }
    func encode(_ value: Float) throws { try encoder().encode(value) }
    func encode(_ value: Int) { encoder().encode(value) }
    func encode(_ value: Int8) { encoder().encode(value) }
    func encode(_ value: Int16) { encoder().encode(value) }
    func encode(_ value: Int32) { encoder().encode(value) }
    func encode(_ value: Int64) { encoder().encode(value) }
    func encode(_ value: Int128) { encoder().encode(value) }
    func encode(_ value: UInt) { encoder().encode(value) }
    func encode(_ value: UInt8) { encoder().encode(value) }
    func encode(_ value: UInt16) { encoder().encode(value) }
    func encode(_ value: UInt32) { encoder().encode(value) }
    func encode(_ value: UInt64) { encoder().encode(value) }
    func encode(_ value: UInt128) { encoder().encode(value) }
    func encode<T: Encodable>(_ value: T) throws { try encoder().encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}

/// Writes a container of the standard library into a node of a tree.
struct TreeSink: EncodingSink {
    let node: EncodingTree

    func null() { node.content = .text("null") }
    func value<T: Encodable>(_ value: T) throws { try node.encode(value) }

    func array<Element: Encodable>(_ elements: [Element]) throws {
        node.becomeArray()
        for element in elements { try node.child().encode(element) }
    }

    func object<Value: Encodable>(_ members: [(key: String, value: Value)]) throws {
        node.becomeObject()
        for (key, value) in members { try node.child(key).encode(value) }
    }

    func codable<T: Encodable>(_ value: T) throws { try value.encode(to: TreeEncoder(node: node)) }

    func text<T: Encodable>(of value: T) throws -> String {
        try EncodingTree.text(of: value, format: node.context.format, userInfo: node.context.userInfo)
    }
}
