/// A tape of the places that are in no file, so that the hot paths need no test for them: their kinds are never the one
/// that is looked for.
@safe
final class StandInTape {
    /// Reads as null.
    static let absent: UInt32 = 0
    /// Of a kind that no value has.
    static let placeholder: UInt32 = 1
    /// An object without members.
    static let empty: UInt32 = 2

    private let nodes: UnsafeMutablePointer<TapeNode>
    private let bytes: UnsafeMutablePointer<UInt8>

    init() {
        unsafe nodes = .allocate(capacity: 3)
        unsafe bytes = .allocate(capacity: 64)
        unsafe bytes.initialize(repeating: 0, count: 64)
        for (index, kind) in [TapeNode.Kind.null, .key, .object].enumerated() {
            unsafe (nodes + index).initialize(
                to: TapeNode(
                    start: 0, end: 0, next: UInt32(index) + 1, count: 0, hash: 0, kind: kind, flags: []))
        }
    }

    deinit {
        unsafe nodes.deallocate()
        unsafe bytes.deallocate()
    }

    func tape(_ hints: UnsafeMutablePointer<DecodingTape.Hint>) -> DecodingTape {
        unsafe DecodingTape(nodes: nodes, bytes: bytes, hints: hints)
    }
}
