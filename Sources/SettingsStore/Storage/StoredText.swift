public import SettingsSyntax

/// A text on its way between a storage and a transaction.
///
/// Just bytes; those of a document that is in memory anyway are not copied for it.
public struct StoredText: Sendable {
    private enum Memory: Sendable {
        case bytes([UInt8])
        case document(SettingsDocument)
    }

    private let memory: Memory

    public init(_ bytes: [UInt8]) { memory = .bytes(bytes) }
    /// The text of a document.
    public init(_ document: SettingsDocument) { memory = .document(document) }

    public var count: Int { withBytes { $0.count } }

    /// The bytes, as an array of their own.
    public var bytes: [UInt8] {
        switch memory {
        case .bytes(let bytes): bytes
        case .document(let document): document.bytes
        }
    }

    /// Calls `body` with the bytes, without copying them.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch memory {
        case .bytes(let bytes): try body(bytes.span)
        case .document(let document): try document.withBytes(body)
        }
    }

    /// Whether both are the same, byte for byte.
    package func isSame(as other: StoredText) -> Bool {
        if case .document(let own) = memory, case .document(let other) = other.memory, own.storage === other.storage {
            return true
        }
        return other.withBytes { other in withBytes { $0.hasSameBytes(as: other) } }
    }
}
