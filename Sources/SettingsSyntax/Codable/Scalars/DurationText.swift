/// Durations as people write them: `250ms`, `1m30s`, `1.5h`, `-2s`.
///
/// Exact to the attosecond, in both directions, as far as the seconds fit `Int64`.
enum DurationText {
    /// Attoseconds of each unit.
    private static let units: [(name: String, attoseconds: Int128)] = [
        ("d", 86_400_000_000_000_000_000_000), ("h", 3_600_000_000_000_000_000_000),
        ("m", 60_000_000_000_000_000_000), ("s", 1_000_000_000_000_000_000), ("ms", 1_000_000_000_000_000),
        ("us", 1_000_000_000_000), ("µs", 1_000_000_000_000), ("μs", 1_000_000_000_000), ("ns", 1_000_000_000),
        ("min", 60_000_000_000_000_000_000),
    ]

    /// Reads a duration; nil where the text is none, is more exact than an attosecond or beyond the range.
    static func parse(_ text: String) -> Duration? {
        var scalars = Array(text.unicodeScalars)[...]
        var sign: Int128 = 1
        if let first = scalars.first, first == "-" || first == "+" {
            sign = first == "-" ? -1 : 1
            scalars.removeFirst()
        }
        if scalars.elementsEqual(["0"]) { return .zero }
        var total: Int128 = 0
        var isEmpty = true
        while !scalars.isEmpty {
            guard let part = part(&scalars) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(part)
            if overflow { return nil }
            total = sum
            isEmpty = false
            while scalars.first == " " { scalars.removeFirst() }
        }
        guard !isEmpty else { return nil }
        total *= sign
        return isInRange(total) ? Duration(attoseconds: total) : nil
    }

    /// Whether a duration can be asked for its components: one of more seconds traps.
    private static func isInRange(_ attoseconds: Int128) -> Bool {
        Int64(exactly: attoseconds / 1_000_000_000_000_000_000) != nil
    }

    /// A number and its unit, in attoseconds.
    private static func part(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Int128? {
        var digits: Int128 = 0
        var places = 0
        var count = 0
        var sawPoint = false
        while let scalar = scalars.first {
            if scalar == ".", !sawPoint {
                sawPoint = true
            } else if ("0"..."9").contains(scalar) {
                count += 1
                guard count <= 36 else { return nil }
                digits = digits * 10 + Int128(scalar.value - 0x30)
                if sawPoint { places += 1 }
            } else {
                break
            }
            scalars.removeFirst()
        }
        guard count > 0, !sawPoint || places > 0 else { return nil }
        var name = ""
        while let scalar = scalars.first, scalar.properties.isAlphabetic {
            name.unicodeScalars.append(scalar)
            scalars.removeFirst()
        }
        guard let unit = units.first(where: { $0.name == name }) else { return nil }
        let (product, overflow) = digits.multipliedReportingOverflow(by: unit.attoseconds)
        guard !overflow else { return nil }
        var power: Int128 = 1
        for _ in 0..<places { power *= 10 }
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: power)
        return remainder == 0 ? quotient : nil
    }

    /// The shortest of the forms that say it exactly: whole hours, minutes, seconds, then the finest unit needed;
    /// nil for one that is not read back.
    static func text(_ duration: Duration) -> String? {
        var rest = duration.attoseconds
        guard isInRange(rest) else { return nil }
        if rest == 0 { return "0s" }
        var text = rest < 0 ? "-" : ""
        rest = abs(rest)
        for (name, size) in units[1...6] where name != "µs" && rest >= size {
            text += "\(rest / size)\(name)"
            rest %= size
        }
        guard rest > 0 else { return text }
        // Below a microsecond: nanoseconds, with places where needed.
        text += "\(rest / 1_000_000_000)"
        rest %= 1_000_000_000
        if rest > 0 {
            var places = String(rest + 1_000_000_000).dropFirst()
            while places.last == "0" { places.removeLast() }
            text += ".\(places)"
        }
        return text + "ns"
    }
}
