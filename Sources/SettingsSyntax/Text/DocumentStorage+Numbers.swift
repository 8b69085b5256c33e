extension DocumentStorage {
    /// The value of a number node as a signed integer, or nil where it is none or out of range. `1.0` and `1e2` are
    /// integers.
    package func int64(_ node: Int) -> Int64? {
        let entry = self[node]
        var range = Int(entry.start)..<Int(entry.end)
        guard entry.flags.contains(.plainInteger) else { return SettingsNumber(verified: literal(node)).int64 }
        let isNegative = source[range.lowerBound] == UInt8(ascii: "-")
        if isNegative { range = range.lowerBound + 1..<range.upperBound }
        guard let magnitude = NumberText.digits(source, range) else { return nil }
        if isNegative { return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
        return Int64(exactly: magnitude)
    }

    /// The value of a number node as an unsigned integer, or nil where it is none or out of range.
    package func uint64(_ node: Int) -> UInt64? {
        let entry = self[node]
        let range = Int(entry.start)..<Int(entry.end)
        guard entry.flags.contains(.plainInteger), source[range.lowerBound] != UInt8(ascii: "-") else {
            return SettingsNumber(verified: literal(node)).uint64
        }
        return NumberText.digits(source, range)
    }

    /// The `Double` nearest to a number node's value, or nil where it is beyond all of them.
    package func double(_ node: Int) -> Double? {
        let entry = self[node]
        return NumberText.double(source, Int(entry.start)..<Int(entry.end), entry.flags)
    }

    /// The `Float` nearest to a number node's value, or nil where it is beyond all of them.
    package func float(_ node: Int) -> Float? { NumberText.float(literal(node)) }

    /// The exact value of a number node as plain decimal text, or nil for Infinity and NaN.
    package func decimalText(_ node: Int) -> String? { SettingsNumber(verified: literal(node)).decimalText }
}
