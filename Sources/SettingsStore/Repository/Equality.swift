/// `==` of a type that may have one.
struct Equality<Value: Sendable>: Sendable {
    private let areEqual: (@Sendable (Value, Value) -> Bool)?

    /// Asks the type once; a dynamic cast to a protocol takes long the first time.
    init() {
        guard let type = Value.self as? any (Equatable & Sendable).Type else {
            areEqual = nil
            return
        }
        func comparison<Known: Equatable & Sendable>(_: Known.Type) -> @Sendable (Value, Value) -> Bool {
            { left, right in
                // unsafe: `Known` is `Value` under another name; a cast would look that up each time.
                unsafe unsafeBitCast(left, to: Known.self) == unsafeBitCast(right, to: Known.self)
            }
        }
        areEqual = comparison(type)
    }

    /// Whether two values certainly differ; false where they may be the same.
    ///
    /// A value that is not equal to itself (there is a NaN in it) says nothing by `==`.
    func certainlyDiffer(_ left: Value, _ right: Value) -> Bool {
        guard let areEqual else { return false }
        return !areEqual(left, right) && areEqual(left, left) && areEqual(right, right)
    }
}

/// Whether a subscriber would see no difference: equal, or both of them a NaN.
func isSameElement<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
    left == right || left != left && right != right
}
