/// The exact value of a number's text: a sign, significant digits without zeros at either end, and a power of ten.
struct ExactDecimal: Hashable {
    enum Kind: Hashable { case finite, infinity, notANumber }

    var kind = Kind.finite
    var isNegative = false
    /// Decimal digits as values 0…9, the first and the last not zero; empty for zero.
    var digits: [UInt8] = []
    /// The power of ten that the digits, read as an integer, are multiplied by.
    var exponent = 0
    /// For an exponent beyond all measure: its digits, since `exponent` then holds only a bound.
    var hugeExponent: [UInt8] = []

    /// Reads the text of a number that a parser has accepted.
    init(_ text: some Collection<UInt8>) {
        var rest = text[...]
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest = rest.dropFirst()
        } else if rest.first == UInt8(ascii: "+") {
            rest = rest.dropFirst()
        }
        switch rest.first {
        case UInt8(ascii: "I"): kind = .infinity
        case UInt8(ascii: "N"):
            kind = .notANumber
            isNegative = false
        default:
            if rest.first == 0x30, let letter = rest.dropFirst().first, letter | 0x20 == UInt8(ascii: "x") {
                digits = Self.decimalDigits(hexadecimal: rest.dropFirst(2))
            } else {
                readDecimal(rest)
            }
            trim()
        }
    }

    private mutating func readDecimal(_ text: some Collection<UInt8>) {
        var inFraction = false
        var index = text.startIndex
        while index != text.endIndex {
            let byte = text[index]
            index = text.index(after: index)
            if byte == UInt8(ascii: ".") {
                inFraction = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                readExponent(text[index...])
                return
            } else {
                digits.append(byte - 0x30)
                if inFraction { exponent -= 1 }
            }
        }
    }

    private mutating func readExponent(_ text: some Collection<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.drop { $0 == 0x30 }
        if digits.count > 17 {
            // No text is long enough to bring such a number back to a size that any type holds.
            hugeExponent = Array(digits)
            exponent = isNegative ? -1 << 61 : 1 << 61
            return
        }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        exponent += isNegative ? -value : value
    }

    private mutating func trim() {
        let leading = digits.prefix { $0 == 0 }.count
        if leading > 0 { digits.removeFirst(leading) }
        while digits.last == 0 {
            digits.removeLast()
            if hugeExponent.isEmpty { exponent += 1 }
        }
        if digits.isEmpty {
            exponent = 0
            hugeExponent = []
        }
    }

    /// Whether it is an integer.
    var isInteger: Bool { kind == .finite && exponent >= 0 }

    /// The magnitude as a 64-bit integer, or nil where it is none or too large.
    var magnitude: UInt64? {
        guard isInteger, digits.count + exponent <= 20 else { return nil }
        var value: UInt64 = 0
        for index in 0..<digits.count + exponent {
            let digit = index < digits.count ? UInt64(digits[index]) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// The value written in plain JSON, or nil for an infinity or what is not a number.
    var text: String? {
        guard kind == .finite else { return nil }
        let sign = isNegative ? "-" : ""
        if digits.isEmpty { return sign + "0" }
        let all = String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
        if !hugeExponent.isEmpty {
            return sign + all + (exponent < 0 ? "e-" : "e") + String(decoding: hugeExponent, as: UTF8.self)
        }
        if exponent >= 0, digits.count + exponent <= 40 { return sign + all + String(repeating: "0", count: exponent) }
        if exponent < 0, exponent > -40 {
            let places = -exponent
            if places < digits.count { return sign + all.dropLast(places) + "." + all.suffix(places) }
            return sign + "0." + String(repeating: "0", count: places - digits.count) + all
        }
        return sign + all + "e\(exponent)"
    }

    /// Hexadecimal digits as decimal ones: the value is kept in limbs of nine decimal digits.
    private static func decimalDigits(hexadecimal text: some Collection<UInt8>) -> [UInt8] {
        var limbs: [UInt64] = []  // The lowest first.
        for byte in text {
            var carry = UInt64(Unescaping.hexDigit(byte) ?? 0)
            for index in limbs.indices {
                let value = limbs[index] * 16 + carry
                limbs[index] = value % 1_000_000_000
                carry = value / 1_000_000_000
            }
            if carry > 0 { limbs.append(carry) }
        }
        var digits: [UInt8] = []
        for limb in limbs.reversed() {
            var divisor: UInt64 = 100_000_000
            while divisor > 0 {
                digits.append(UInt8(limb / divisor % 10))
                divisor /= 10
            }
        }
        return digits
    }
}
