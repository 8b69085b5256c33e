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
    func certainlyDiffer(_ left: Value, _ right: Value) -> Bool { areEqual.map { !$0(left, right) } ?? false }
}
