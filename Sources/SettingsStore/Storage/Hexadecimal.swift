/// Numbers as parts of file names.
enum Hexadecimal {
    /// Sixteen lower-case digits.
    static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func random() -> String { digits(.random(in: .min ... .max)) }

    static func areDigits(_ text: Substring) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
