/// Numbers from their text, exactly: never by way of a `Double`, never clamped.
enum NumberToken {
    /// What becomes of a number that is wanted as an integer.
    enum IntegerResult<Value: FixedWidthInteger> {
        case exact(Value)
        case notAnInteger
        case outOfRange
    }

    /// A plain integer of up to 18 digits, the common case; nil for everything else.
    @inline(__always)
    static func smallInteger(_ token: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard token.count <= 19, let base = token.baseAddress else { return nil }
        var index = 0
        // Within the token by the loop's condition; the parser gives no empty token.
        let isNegative = unsafe base[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        guard token.count - index <= 18, index < token.count else { return nil }
        var value: Int64 = 0
        while index < token.count {
            let digit = unsafe base[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int64(digit)
            index += 1
        }
        return isNegative ? -value : value
    }

    /// Any number as an integer.
    static func integer<Value: FixedWidthInteger>(
        _ token: UnsafeBufferPointer<UInt8>, as type: Value.Type
    ) -> IntegerResult<Value> {
        guard let parts = unsafe DecimalParts(token) else { return .notAnInteger }
        guard let magnitude = parts.magnitude else {
            return parts.isInteger ? .outOfRange : .notAnInteger
        }
        if !parts.isNegative { return Value(exactly: magnitude).map { .exact($0) } ?? .outOfRange }
        let half = UInt128(1) << 127
        guard magnitude <= half else { return .outOfRange }
        let value = magnitude == half ? Int128.min : -Int128(magnitude)
        return Value(exactly: value).map { .exact($0) } ?? .outOfRange
    }

    /// A decimal whose digits and power of ten a `Double` holds exactly: then one operation rounds right.
    @inline(__always)
    static func simpleDouble(_ token: UnsafeBufferPointer<UInt8>) -> Double? {
        guard token.count <= 24, let base = token.baseAddress else { return nil }
        var index = 0
        // Within the token by the loops' conditions.
        let isNegative = unsafe base[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var mantissa: UInt64 = 0
        var digits = 0
        var exponent = 0
        var sawPoint = false
        while index < token.count {
            let byte = unsafe base[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit <= 9 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digits += 1
                if sawPoint { exponent -= 1 }
            } else if byte == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else {
                return nil
            }
            index += 1
        }
        guard digits > 0, digits <= 19, mantissa <= 1 << 53 else { return nil }
        guard -exponent < powersOfTen.count else { return nil }
        let value = exponent == 0 ? Double(mantissa) : Double(mantissa) / powersOfTen[-exponent]
        return isNegative ? -value : value
    }

    private static let powersOfTen: InlineArray<23, Double> = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Any number as a floating-point value, correctly rounded; nil where it is too large, or so small that nothing
    /// would be left of it.
    static func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ token: UnsafeBufferPointer<UInt8>, as type: Value.Type
    ) -> Value? {
        var text = unsafe String(decoding: token, as: UTF8.self)
        let isNegative = text.hasPrefix("-")
        if isNegative || text.hasPrefix("+") { text.removeFirst() }
        let value: Value
        switch text {
        case "Infinity": value = .infinity
        case "NaN": value = .nan
        default:
            if text.hasPrefix(".") { text = "0" + text }
            guard let parsed = Value(text), parsed.isFinite else { return nil }
            if parsed == 0, let parts = unsafe DecimalParts(token), !parts.isZero { return nil }
            value = parsed
        }
        return isNegative ? -value : value
    }
}
