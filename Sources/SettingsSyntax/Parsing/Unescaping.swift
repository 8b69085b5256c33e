/// Resolves the escapes of strings and keys that the parser has accepted.
enum Unescaping {
    /// The content of a stretch between quotes, or of an unquoted key.
    static func content(of source: SourceBytes, _ range: Range<Int>, identifier: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = source[offset]
            if byte != UInt8(ascii: "\\") {
                result.append(byte)
                offset += 1
                continue
            }
            offset = appendEscape(source, offset + 1, to: &result)
        }
        return result
    }

    /// Appends what the escape whose letter is at `offset` stands for; returns the offset behind it.
    private static func appendEscape(_ source: SourceBytes, _ offset: Int, to result: inout [UInt8]) -> Int {
        switch source[offset] {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "v"): result.append(0x0B)
        case UInt8(ascii: "0"): result.append(0x00)
        case UInt8(ascii: "x"):
            append(UInt32(hex(source, offset + 1, digits: 2) ?? 0), to: &result)
            return offset + 3
        case UInt8(ascii: "u"):
            let unit = UInt32(hex(source, offset + 1, digits: 4) ?? 0)
            guard unit & 0xFC00 == 0xD800 else {
                append(unit, to: &result)
                return offset + 5
            }
            let low = UInt32(hex(source, offset + 7, digits: 4) ?? 0)
            append(0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF), to: &result)
            return offset + 11
        // A line continuation stands for nothing.
        case 0x0A: break
        case 0x0D: return source[offset + 1] == 0x0A ? offset + 2 : offset + 1
        case 0xE2 where source[offset + 1] == 0x80 && source[offset + 2] & 0xFE == 0xA8: return offset + 3
        case let other: result.append(other)  // Itself; of a longer scalar the rest follows as it is.
        }
        return offset + 1
    }

    /// The value of hexadecimal digits, or nil where one is not.
    static func hex(_ source: SourceBytes, _ offset: Int, digits: Int) -> Int? {
        var value = 0
        for index in offset..<offset + digits {
            guard let digit = hexDigit(source[index]) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    static func hexDigit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x37
        default: nil
        }
    }

    private static func append(_ value: UInt32, to result: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else { return }
        result.append(contentsOf: UTF8.encode(scalar)!)
    }
}
