/// A number's text taken apart: sign, significant digits, power of ten. Nothing is rounded.
struct DecimalParts {
    var isNegative = false
    /// Digits without zeros at either end; empty for zero.
    var digits: [UInt8] = []
    /// The number is `digits` × 10 to this power.
    var exponent = 0
    /// The value of a hexadecimal number, which has no such parts; nil where it is beyond 128 bits.
    private var hexadecimal: UInt128??

    /// Nil for `Infinity` and `NaN`.
    init?(_ token: UnsafeBufferPointer<UInt8>) {
        var index = 0
        let count = token.count
        if count > 0, unsafe token[0] == UInt8(ascii: "-") || token[0] == UInt8(ascii: "+") {
            isNegative = unsafe token[0] == UInt8(ascii: "-")
            index = 1
        }
        guard index < count, unsafe token[index] != UInt8(ascii: "I"), unsafe token[index] != UInt8(ascii: "N") else {
            return nil
        }
        if index + 1 < count, unsafe token[index + 1] | 0x20 == UInt8(ascii: "x") {
            hexadecimal = .some(unsafe Self.hexadecimal(token, from: index + 2))
            return
        }
        var sawPoint = false
        while index < count {
            let byte = unsafe token[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit <= 9 {
                if digit != 0 || !digits.isEmpty { digits.append(digit) }
                if sawPoint { exponent -= 1 }
            } else if byte == UInt8(ascii: ".") {
                sawPoint = true
            } else {
                exponent += unsafe Self.power(token, from: index + 1)
                break
            }
            index += 1
        }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty { exponent = 0 }
    }

    private static func hexadecimal(_ token: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt128? {
        var value: UInt128 = 0
        for index in start..<token.count {
            guard value >> 124 == 0 else { return nil }
            let byte = unsafe token[index]
            value = value << 4 | UInt128(byte <= UInt8(ascii: "9") ? byte & 0x0F : (byte & 0x0F) + 9)
        }
        return value
    }

    /// The exponent, kept within what can matter.
    private static func power(_ token: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        var isNegative = false
        if index < token.count, unsafe token[index] == UInt8(ascii: "-") || token[index] == UInt8(ascii: "+") {
            isNegative = unsafe token[index] == UInt8(ascii: "-")
            index += 1
        }
        var value = 0
        while index < token.count {
            value = unsafe min(value * 10 + Int(token[index] &- UInt8(ascii: "0")), 1 << 40)
            index += 1
        }
        return isNegative ? -value : value
    }

    var isZero: Bool {
        if let hexadecimal { return hexadecimal == 0 }
        return digits.isEmpty
    }

    /// Whether the number is whole, however large.
    var isInteger: Bool { hexadecimal != nil || exponent >= 0 }

    /// The size of a whole number, or nil where it is not whole or beyond 128 bits.
    var magnitude: UInt128? {
        if let hexadecimal { return hexadecimal }
        guard exponent >= 0, digits.count + exponent <= 39 else { return nil }
        var value: UInt128 = 0
        for digit in digits + Array(repeating: 0, count: exponent) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }
}
