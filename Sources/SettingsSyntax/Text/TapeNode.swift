/// One entry of the index over a document's bytes: 24 bytes, no object, no string.
///
/// The tape is in document order. An object's node is followed by its members, each a `.key` node and then the value's
/// nodes; an array's by its elements. `next` is the index of the first node after the subtree, so a value that does
/// not interest is stepped over at once.
package struct TapeNode: Sendable, Equatable {
    package enum Kind: UInt8, Sendable {
        case null, `true`, `false`, number, string, object, array, key
    }

    /// Offset of the first byte of the token (an opening quote included).
    package var start: UInt32
    /// Offset after the last byte (a closing quote or bracket included).
    package var end: UInt32
    /// Index of the first node behind this one's subtree. For a key: behind its value.
    package var next: UInt32
    /// Members of an object, elements of an array; else 0.
    package var count: UInt32
    /// Keys: a hash of the unescaped scalars. Numbers: free for the parser's use.
    package var hash: UInt32
    package var kind: Kind
    package var flags: Flags

    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A string or key with at least one escape (or a JSON5 line continuation): its bytes are not its content.
        package static let escaped = Flags(rawValue: 1)
        /// A key written without quotes (JSON5).
        package static let unquoted = Flags(rawValue: 2)
        /// A number that is only digits with an optional minus sign (RFC 8259 int, no fraction or exponent).
        package static let plainInteger = Flags(rawValue: 4)
        /// A number RFC 8259 does not know: hexadecimal, a plus sign, a leading or trailing point, Infinity, NaN.
        package static let json5Number = Flags(rawValue: 8)
    }
}
