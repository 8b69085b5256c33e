internal import FoundationEssentials

/// `Decimal` from and to text, exactly.
enum DecimalText {
    /// Nil where digits would be lost.
    static func decimal(_ number: ExactDecimal) -> Decimal? {
        guard number.kind == .finite else { return nil }
        if number.isZero { return 0 }
        // Zeros that the exponent has no room for stand with the digits.
        let zeros = max(number.exponent - 127, 0)
        guard number.digits.count <= 39 - min(zeros, 39), number.exponent >= -128 else { return nil }
        let digits =
            String(decoding: number.digits.map { $0 + 0x30 }, as: UTF8.self) + String(repeating: "0", count: zeros)
        // Of 39 digits there is not room for all: the largest number has as many.
        guard UInt128(digits) != nil else { return nil }
        return Decimal(string: (number.isNegative ? "-" : "") + digits + "e\(number.exponent - zeros)")
    }
}
