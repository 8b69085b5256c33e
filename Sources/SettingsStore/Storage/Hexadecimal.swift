/// Numbers as parts of file names.
enum Hexadecimal {
    /// Sixteen lower-case digits.
    static func digits(_ number: UInt64) -> String {
        // unsafe: all sixteen bytes are written
        unsafe String(unsafeUninitializedCapacity: 16) { bytes in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 15
                unsafe bytes[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }

    /// FNV-1a, the same in every process.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    static func random() -> String { digits(.random(in: .min ... .max)) }

    static func areDigits(_ text: Substring) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
