/// The temporary name that a commit is about to use, written into the lock file first, so that whoever takes the lock
/// after a killed process finds it without reading the directory. What the name means, it says itself.
///
/// One line of text: `intent/2/NAME`. It needs no flushing: after a power loss every process is new, and each reads the
/// directory once.
struct IntentRecord: Hashable {
    var temporary: String

    /// No name is longer than 255 bytes.
    static let size = 288

    /// A shorter record must not end in a longer one's tail.
    var bytes: [UInt8] {
        var bytes = Array("intent/2/".utf8)
        bytes.reserveCapacity(Self.size)
        bytes += temporary.utf8
        bytes += repeatElement(UInt8(ascii: "\n"), count: max(1, Self.size - bytes.count))
        return bytes
    }

    init(_ temporary: TemporaryName) { self.temporary = temporary.text }

    /// Whether a lock file that begins so holds a record, of this form or of another version's, or what a power loss
    /// leaves of one: a part, or NULs.
    static func isRecord(_ bytes: [UInt8]) -> Bool {
        let text = bytes.prefix { $0 != 0 }
        let sign = "intent/".utf8
        return text.starts(with: sign) || sign.starts(with: text)
    }

    /// Reads a record; nil for an empty lock file, or one that is not a record of this form.
    init?(_ bytes: [UInt8]) {
        guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let fields = bytes[..<newline].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0].elementsEqual("intent".utf8), fields[1].elementsEqual("2".utf8) else {
            return nil
        }
        temporary = String(decoding: fields[2], as: UTF8.self)
    }
}
