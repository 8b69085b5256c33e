/// Reads the text of a number as one of Swift's types: exactly, or not at all.
enum NumberText {
    /// Powers of ten that a `Double` holds exactly.
    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The magnitude of a text of plain digits, or nil where 64 bits do not hold it.
    @inline(__always)
    static func digits(_ source: SourceBytes, _ range: Range<Int>) -> UInt64? {
        if range.count > 19 { return longDigits(source, range) }
        var value: UInt64 = 0
        for offset in range { value = value &* 10 &+ UInt64(source[offset] &- 0x30) }
        return value
    }

    private static func longDigits(_ source: SourceBytes, _ range: Range<Int>) -> UInt64? {
        if range.count > 20 { return nil }  // JSON has no leading zeros.
        var value: UInt64 = 0
        for offset in range {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(source[offset] &- 0x30))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// The number nearest to the value, or nil where it is too large, or so small that nothing would be left of it.
    static func double(_ source: SourceBytes, _ range: Range<Int>, _ flags: TapeNode.Flags) -> Double? {
        if !flags.contains(.json5Number), let value = quickDouble(source, range) { return value }
        return double(source.string(range))
    }

    /// Clinger's fast path: up to 19 digits that fit 53 bits, and a small power of ten; one rounding, so correct.
    @inline(__always)
    private static func quickDouble(_ source: SourceBytes, _ range: Range<Int>) -> Double? {
        var offset = range.lowerBound
        let isNegative = source[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        var mantissa: UInt64 = 0
        var count = 0
        var power = 0
        var inFraction = false
        while offset < range.upperBound {
            let byte = source[offset]
            if byte &- 0x30 <= 9 {
                mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                count += 1
                if inFraction { power -= 1 }
            } else if byte == UInt8(ascii: ".") {
                inFraction = true
            } else {
                break
            }
            offset += 1
        }
        if count > 19 { return nil }
        if offset < range.upperBound {
            offset += 1
            let isDown = source[offset] == UInt8(ascii: "-")
            if isDown || source[offset] == UInt8(ascii: "+") { offset += 1 }
            if range.upperBound - offset > 4 { return nil }
            var exponent = 0
            while offset < range.upperBound {
                exponent = exponent * 10 + Int(source[offset] &- 0x30)
                offset += 1
            }
            power += isDown ? -exponent : exponent
        }
        guard mantissa <= 1 << 53, power >= -22, power <= 22 else { return nil }
        let value = power < 0 ? Double(mantissa) / powers[-power] : Double(mantissa) * powers[power]
        return isNegative ? -value : value
    }

    static func double(_ text: String) -> Double? { nearest(text) }

    static func float(_ text: String) -> Float? { nearest(text) }

    private static func nearest<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ text: String) -> Value? {
        switch special(text) {
        case .infinity?: return text.first == "-" ? -.infinity : .infinity
        case .notANumber?: return .nan
        default: break
        }
        guard let value = Value(standard(text)), value.isFinite, value != 0 || isZero(text) else { return nil }
        return value
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
