/// The containers of the standard library, encoded without the containers of `Codable`, and in an order of their own.
protocol DirectlyEncodable: SendableMetatype {
    func write(to sink: some EncodingSink) throws
}

/// Where such a container writes itself: once, as one of these.
protocol EncodingSink {
    func null()
    /// A value that stands for the whole.
    func value<T: Encodable>(_ value: T) throws
    func array<Element: Encodable>(_ elements: [Element]) throws
    func object<Value: Encodable>(_ members: [(key: String, value: Value)]) throws
    /// As the type's own `encode(to:)` has it.
    func codable<T: Encodable>(_ value: T) throws
    /// The text of a value, to order values by.
    func text<T: Encodable>(of value: T) throws -> String
}

extension Optional: DirectlyEncodable where Wrapped: Encodable {
    func write(to sink: some EncodingSink) throws {
        switch self {
        case .some(let wrapped): try sink.value(wrapped)
        case .none: sink.null()
        }
    }
}

extension Array: DirectlyEncodable where Element: Encodable {
    func write(to sink: some EncodingSink) throws { try sink.array(self) }
}

extension ContiguousArray: DirectlyEncodable where Element: Encodable {
    func write(to sink: some EncodingSink) throws { try sink.array(Array(self)) }
}

extension Set: DirectlyEncodable where Element: Encodable {
    /// In an order that depends on nothing but the elements: two equal sets may hold theirs in different orders.
    func write(to sink: some EncodingSink) throws {
        if let strings = self as? Set<String> { return try sink.array(strings.sorted(by: String.isBefore)) }
        if let integers = self as? Set<Int> { return try sink.array(integers.sorted()) }
        let texts = try map { (text: try sink.text(of: $0), element: $0) }
        try sink.array(texts.sorted { String.isBefore($0.text, $1.text) }.map(\.element))
    }
}

extension Dictionary: DirectlyEncodable where Key: Encodable, Value: Encodable {
    /// In the order of the keys.
    func write(to sink: some EncodingSink) throws {
        // A cast with `as?` would go through the members; `Key` is what was tested.
        if Key.self == String.self {
            return try unsafe unsafeBitCast(self, to: [String: Value].self).writeSorted(to: sink)
        }
        if Key.self == Int.self {
            let members = unsafe unsafeBitCast(self, to: [Int: Value].self).sorted { $0.key < $1.key }
            return try sink.object(members.map { (key: "\($0.key)", value: $0.value) })
        }
        guard Key.self is any CodingKeyRepresentable.Type else {
            // Keys that are no texts: pairs in an array, as `Codable` has it, in the order of the keys' texts.
            let pairs = try map { (text: try sink.text(of: $0.key), pair: $0) }
            return try sink.array(
                pairs.sorted { String.isBefore($0.text, $1.text) }.flatMap { text, pair in
                    [AnyEncodable(pair.key), AnyEncodable(pair.value)]
                })
        }
        let members: [(key: String, value: Value)] = compactMap { key, value in
            (key as? any CodingKeyRepresentable).map { (key: $0.codingKey.stringValue, value: value) }
        }
        try sink.object(members.sorted { String.isBefore($0.key, $1.key) })
    }
}

extension Dictionary where Key == String, Value: Encodable {
    fileprivate func writeSorted(to sink: some EncodingSink) throws {
        // The common ones without generic code; `Value` is what was tested.
        if Value.self == String.self {
            return try sink.object(unsafe unsafeBitCast(self, to: [String: String].self).sortedByKey)
        }
        if Value.self == Int.self {
            return try sink.object(unsafe unsafeBitCast(self, to: [String: Int].self).sortedByKey)
        }
        try sink.object(sortedByKey)
    }

    @inline(__always)
    private var sortedByKey: [(key: String, value: Value)] { sorted { String.isBefore($0.key, $1.key) } }
}

extension String {
    /// By scalars, which is the same everywhere.
    fileprivate static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}

/// A value whose type is not known where it is put into an array.
private struct AnyEncodable: Encodable {
    private let value: any Encodable

    init(_ value: any Encodable) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
