internal import FoundationEssentials

/// `Decimal` from and to text, exactly.
enum DecimalText {
    /// Nil where digits would be lost.
    static func decimal(_ parts: DecimalParts) -> Decimal? {
        if parts.isZero { return 0 }
        let digits: String
        var exponent = 0
        if let magnitude = parts.magnitude {
            digits = "\(magnitude)"
        } else {
            digits = String(decoding: parts.digits.map { $0 + 0x30 }, as: UTF8.self)
            exponent = parts.exponent
        }
        let significant = digits.reversed().drop { $0 == "0" }.count
        guard significant > 0, significant <= 38, (-128...127).contains(exponent) else { return nil }
        return Decimal(string: "\(parts.isNegative ? "-" : "")\(digits)e\(exponent)")
    }
}
