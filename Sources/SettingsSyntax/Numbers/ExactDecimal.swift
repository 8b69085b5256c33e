/// The exact value of a number's text: a sign, significant digits without zeros at either end, and a power of ten.
///
/// Nothing is rounded, and each value has one form, so that equal values have equal parts. To read a text takes time in
/// proportion to its length.
struct ExactDecimal: Hashable {
    enum Kind: Hashable { case finite, infinity, notANumber }

    var kind = Kind.finite
    var isNegative = false
    /// Decimal digits as values 0…9, the first and the last not zero; empty for zero.
    var digits: [UInt8] = []
    /// The power of ten that the digits, read as an integer, are multiplied by.
    var exponent = 0
    /// For an exponent of more than 18 digits: these, as values 0…9, since `exponent` then holds only a bound.
    private var hugeExponent: [UInt8] = []
    private var hugeIsNegative = false

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
        let written = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.drop { $0 == 0x30 }
        if written.count <= 17 {
            let value = written.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            exponent += isNegative ? -value : value
        } else {
            hugeExponent = written.map { $0 - 0x30 }
            hugeIsNegative = isNegative
        }
    }

    private mutating func trim() {
        let leading = digits.prefix { $0 == 0 }.count
        if leading > 0 { digits.removeFirst(leading) }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            exponent = 0
            hugeExponent = []
            hugeIsNegative = false
        } else if !hugeExponent.isEmpty {
            addHugeExponent()
        }
    }

    /// Makes one exponent of the huge one and of what the point and the zeros come to, which is far smaller.
    private mutating func addHugeExponent() {
        var carry = hugeIsNegative ? -exponent : exponent
        var index = hugeExponent.count
        while index > 0, carry != 0 {
            index -= 1
            let (quotient, remainder) = (Int(hugeExponent[index]) + carry).quotientAndRemainder(dividingBy: 10)
            hugeExponent[index] = UInt8(remainder < 0 ? remainder + 10 : remainder)
            carry = remainder < 0 ? quotient - 1 : quotient
        }
        if carry > 0 { hugeExponent.insert(UInt8(carry), at: 0) }
        hugeExponent.removeFirst(hugeExponent.prefix { $0 == 0 }.count)
        if hugeExponent.count <= 18 {
            let value = hugeExponent.reduce(0) { $0 * 10 + Int($1) }
            exponent = hugeIsNegative ? -value : value
            hugeExponent = []
            hugeIsNegative = false
        } else {
            // No text is long enough to bring such a number back to a size that any type holds.
            exponent = hugeIsNegative ? -1 << 61 : 1 << 61
        }
    }

    var isZero: Bool { kind == .finite && digits.isEmpty }

    /// Whether it is an integer.
    var isInteger: Bool { kind == .finite && exponent >= 0 }

    /// The value as an integer of a type, or nil where it is none or does not fit.
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
        guard let magnitude else { return nil }
        if !isNegative { return Value(exactly: magnitude) }
        let half = UInt128(1) << 127
        if magnitude > half { return nil }
        return Value(exactly: magnitude == half ? Int128.min : -Int128(magnitude))
    }

    /// The magnitude as an integer of 128 bits, or nil where it is none or too large.
    private var magnitude: UInt128? {
        guard isInteger, digits.count + exponent <= 39 else { return nil }
        var value: UInt128 = 0
        for index in 0..<digits.count + exponent {
            let digit = index < digits.count ? UInt128(digits[index]) : 0
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
            return sign + all + (hugeIsNegative ? "e-" : "e")
                + String(decoding: hugeExponent.map { $0 + 0x30 }, as: UTF8.self)
        }
        if exponent == 0 { return sign + all }
        if exponent > 0, digits.count + exponent <= 40 { return sign + all + String(repeating: "0", count: exponent) }
        if exponent < 0, exponent > -40 {
            let places = -exponent
            if places < digits.count { return sign + all.dropLast(places) + "." + all.suffix(places) }
            return sign + "0." + String(repeating: "0", count: places - digits.count) + all
        }
        return sign + all + "e\(exponent)"
    }

    /// Hexadecimal digits as decimal ones. The parser lets only so many pass that their number does not matter.
    private static func decimalDigits(hexadecimal text: some Collection<UInt8>) -> [UInt8] {
        // Nine decimal digits each, the lowest first.
        var limbs: [UInt64] = []
        var (chunk, scale): (UInt64, UInt64) = (0, 1)
        func fold() {
            var carry = chunk
            for index in limbs.indices {
                let value = limbs[index] * scale + carry
                limbs[index] = value % 1_000_000_000
                carry = value / 1_000_000_000
            }
            while carry > 0 {
                limbs.append(carry % 1_000_000_000)
                carry /= 1_000_000_000
            }
            (chunk, scale) = (0, 1)
        }
        for byte in text {
            chunk = chunk << 4 | UInt64(Unescaping.hexDigit(byte) ?? 0)
            scale <<= 4
            if scale == 1 << 32 { fold() }
        }
        if scale > 1 { fold() }
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
