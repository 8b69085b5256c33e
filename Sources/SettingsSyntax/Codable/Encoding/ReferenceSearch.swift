import FoundationEssentials

/// Whether values of a type may have references to objects in them, told from one of them.
package enum ReferenceSearch {
    /// False only where what the value is made of shows that no value of its type has any: where there is nothing to be seen
    /// (a nil, an empty array, another case of an enum), another value may have one in that place.
    package static func mayHaveObjects(_ value: Any) -> Bool { mayHaveObjects(value, depth: 0) }

    private static func mayHaveObjects(_ value: Any, depth: Int) -> Bool {
        if depth > 8 { return true }
        if isTrivial(value) || plain.contains(ObjectIdentifier(type(of: value))) { return false }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct, .tuple, .optional, .collection, .dictionary, .set:
            // Elements of one array are of one type: two stand for all.
            return mirror.children.isEmpty
                || mirror.children.prefix(mirror.displayStyle == .struct || mirror.displayStyle == .tuple ? .max : 2)
                    .contains { mayHaveObjects($0.value, depth: depth + 1) }
        default: return true
        }
    }

    /// Whether the type is bits and nothing else, whatever the value.
    private static func isTrivial<Value>(_: Value) -> Bool { _isPOD(Value.self) }

    /// Types that have memory of their own, and values only in it.
    private static let plain: Set<ObjectIdentifier> = {
        let types: [Any.Type] = [
            String.self, String?.self, [String].self, [String]?.self, [String: String].self, [String: String]?.self,
            Substring.self, Character.self, Set<String>.self, Set<String>?.self,
            [Int].self, [Int]?.self, [Double].self, [Double]?.self, [Bool].self, [UInt8].self, [Float].self,
            [String: Int].self, [String: Double].self, [String: Bool].self,
            Data.self, Data?.self, URL.self, URL?.self, Decimal.self, Decimal?.self,
        ]
        return Set(types.map(ObjectIdentifier.init))
    }()
}
