/// What a file held, in a few letters: the same for every process that looks at the same bytes.
///
/// A hash (FNV-1a, 128 bits) of the bytes, or `missing` where there is no file. It tells accidents apart, not attacks.
struct FileRevision: Sendable, Hashable, CustomStringConvertible {
    /// Nil for no file.
    private let hash: UInt128?

    init(_ bytes: [UInt8]?) {
        guard let bytes else {
            hash = nil
            return
        }
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
        self.hash = hash
    }

    /// Reads what `description` gives.
    init?(_ text: String) {
        if text == Self.missing {
            hash = nil
        } else {
            guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
                let hash = UInt128(text, radix: 16)
            else { return nil }
            self.hash = hash
        }
    }

    var description: String {
        guard let hash else { return Self.missing }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    private static let missing = "missing"
}
