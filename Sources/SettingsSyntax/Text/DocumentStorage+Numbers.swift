extension DocumentStorage {
    /// The value of a number node as a signed integer, or nil where it is none or out of range. `1.0` and `1e2` are
    /// integers.
    package func int64(_ node: Int) -> Int64? {
        // The token does not leave the calls.
        let token = unsafe source.buffer(range(node))
        if let value = unsafe NumberText.smallInteger(token) { return value }
        return unsafe ExactDecimal(token).integer(Int64.self)
    }

    /// The value of a number node as an unsigned integer, or nil where it is none or out of range.
    package func uint64(_ node: Int) -> UInt64? {
        // The token does not leave the call.
        unsafe ExactDecimal(source.buffer(range(node))).integer(UInt64.self)
    }

    /// The `Double` nearest to a number node's value, or nil where it is beyond all of them.
    package func double(_ node: Int) -> Double? {
        // The token does not leave the calls.
        let token = unsafe source.buffer(range(node))
        if let value = unsafe NumberText.simpleDouble(token) { return value }
        return unsafe NumberText.floatingPoint(token, as: Double.self)
    }

    /// The `Float` nearest to a number node's value, or nil where it is beyond all of them.
    package func float(_ node: Int) -> Float? { NumberText.floatingPoint(literal(node), as: Float.self) }

    /// The exact value of a number node as plain decimal text, or nil for Infinity and NaN.
    package func decimalText(_ node: Int) -> String? { SettingsNumber(verified: literal(node)).decimalText }
}
