/// A number as a settings file holds it: its text, and so its exact value, whatever type it is read as later.
///
/// Two numbers are equal when their exact values are: `1.0` equals `1`, `1e2` equals `100` and `0x1F` equals `31`, but
/// `-0` differs from `0`, as it does to a program that asks for the sign. `NaN` equals `NaN`.
public struct SettingsNumber: Sendable {
    /// The text as it is written: `1.0`, `1e400`, `0x1F`.
    public let literal: String

    /// Text that a parser has accepted.
    init(verified literal: String) { self.literal = literal }

    /// Reads a number, in any form that JSON5 knows, or gives nil.
    public init?(literal: String) {
        guard let byte = literal.utf8.first, byte > 0x20, byte != UInt8(ascii: "/"), let last = literal.utf8.last,
            last > 0x20, last != UInt8(ascii: "/"), let document = try? SettingsDocument(literal, maximumDepth: 0),
            document.storage.kind(0) == .number, document.storage.range(0).count == literal.utf8.count
        else { return nil }
        self.literal = literal
    }

    /// An integer.
    public init(_ value: some BinaryInteger) { literal = String(value) }

    /// A floating-point number, as the shortest text that reads back as the same.
    public init(_ value: Double) {
        literal =
            value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : Self.text("\(value)")
    }

    /// A floating-point number, as the shortest text that reads back as the same.
    public init(_ value: Float) {
        literal =
            value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : Self.text("\(value)")
    }

    /// `5.0` is written `5.0`, `1e+16` is `1e+16`: both are JSON.
    private static func text(_ description: String) -> String { description }

    private var exact: ExactDecimal { ExactDecimal(literal.utf8) }

    /// The value as a signed integer, or nil where it is not exactly one.
    public var int64: Int64? {
        if let value = Int64(literal) { return value }
        return exact.integer(Int64.self)
    }

    /// The value as an unsigned integer, or nil where it is not exactly one. `-0` is 0.
    public var uint64: UInt64? { exact.integer(UInt64.self) }

    /// The nearest `Double`, or nil where the value is larger than all of them or, without being zero, too small.
    public var double: Double? { NumberText.floatingPoint(literal, as: Double.self) }

    /// The nearest `Float`, or nil where the value is larger than all of them or, without being zero, too small.
    public var float: Float? { NumberText.floatingPoint(literal, as: Float.self) }

    /// The exact value as plain decimal text, or nil for Infinity and NaN.
    public var decimalText: String? { exact.text }

    /// The number as JSON has it: the literal where it is JSON, else the same value in decimal; nil for Infinity and
    /// NaN, which JSON does not have.
    public var jsonLiteral: String? { isPlainJSON ? literal : exact.text }

    private var isPlainJSON: Bool {
        var last: UInt8 = 0
        for byte in literal.utf8 {
            switch byte {
            case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "I"), UInt8(ascii: "N"): return false
            case UInt8(ascii: "+") where last == 0: return false
            case UInt8(ascii: ".") where !(last &- 0x30 <= 9): return false
            default: if last == UInt8(ascii: "."), !(byte &- 0x30 <= 9) { return false }
            }
            last = byte
        }
        return last != UInt8(ascii: ".")
    }
}

extension SettingsNumber: Hashable {
    public static func == (left: SettingsNumber, right: SettingsNumber) -> Bool {
        left.literal.utf8.elementsEqual(right.literal.utf8) || left.exact == right.exact
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
}

extension SettingsNumber: CustomStringConvertible {
    public var description: String { literal }
}
