/// Integers in decimal digits.
enum IntegerText {
    /// Writes at most 20 bytes; returns how many.
    @inline(__always)
    static func write(
        _ magnitude: UInt64, isNegative: Bool, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var start = 0
        // Within the room that the caller has made.
        if isNegative {
            unsafe target[start] = UInt8(ascii: "-")
            start += 1
        }
        var length = 1
        var limit: UInt64 = 10
        while magnitude >= limit {
            length += 1
            let (next, overflow) = limit.multipliedReportingOverflow(by: 10)
            if overflow { break }
            limit = next
        }
        var rest = magnitude
        var index = start + length
        while index > start {
            index -= 1
            let quotient = rest / 10
            unsafe target[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest - quotient * 10)
            rest = quotient
        }
        return start + length
    }
}
