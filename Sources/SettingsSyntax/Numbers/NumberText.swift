/// Reads the text of a number as one of Swift's types: exactly, or correctly rounded, or not at all. Nothing is clamped.
enum NumberText {
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
        let exact = unsafe ExactDecimal(token)
        if let value = exact.integer(type) { return .exact(value) }
        return exact.isInteger ? .outOfRange : .notAnInteger
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

    /// The number nearest to the value, or nil where it is too large, or so small that nothing would be left of it.
    static func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ text: String, as type: Value.Type
    ) -> Value? {
        switch special(text) {
        case .infinity?: return text.utf8.first == UInt8(ascii: "-") ? -.infinity : .infinity
        case .notANumber?: return .nan
        default: break
        }
        guard let value = Value(standard(text)), value.isFinite, value != 0 || isZero(text) else { return nil }
        return value
    }

    /// As `floatingPoint(_:as:)` of the token's text.
    static func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ token: UnsafeBufferPointer<UInt8>, as type: Value.Type
    ) -> Value? {
        floatingPoint(unsafe String(decoding: token, as: UTF8.self), as: type)
    }

    private static func special(_ text: String) -> ExactDecimal.Kind? {
        for byte in text.utf8.prefix(2) {
            if byte == UInt8(ascii: "I") { return .infinity }
            if byte == UInt8(ascii: "N") { return .notANumber }
        }
        return nil
    }

    /// The text as Swift's own conversions take it: the forms of JSON5 as plain decimals.
    private static func standard(_ text: String) -> String {
        var isPlain = text.utf8.first != UInt8(ascii: "+")
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte | 0x20 == UInt8(ascii: "x") { isPlain = false }
            // A point needs digits on both sides.
            let isDigit = byte &- 0x30 <= 9
            if byte == UInt8(ascii: "."), !(last &- 0x30 <= 9) { isPlain = false }
            if last == UInt8(ascii: "."), !isDigit { isPlain = false }
            last = byte
        }
        if last == UInt8(ascii: ".") { isPlain = false }
        return isPlain ? text : ExactDecimal(text.utf8).text ?? text
    }

    private static func isZero(_ text: String) -> Bool {
        for byte in text.utf8 {
            if byte | 0x20 == UInt8(ascii: "e") { return true }
            if (0x31...0x39).contains(byte) { return false }
        }
        return true
    }
}
