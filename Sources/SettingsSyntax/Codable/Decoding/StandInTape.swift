/// A tape of the places that are in no file, so that the hot paths need no test for them: their kinds are never the one
/// that is looked for.
@safe
struct StandInTape: @unchecked Sendable {
    // Proof of `Sendable`: the memory is written by the initialiser of the one instance and only read afterwards.

    /// Reads as null.
    static let absent: UInt32 = 0
    /// Of a kind that no value has.
    static let placeholder: UInt32 = 1
    /// An object without members.
    static let empty: UInt32 = 2

    /// The one of the process, never freed.
    static let shared = StandInTape()

    let nodes: UnsafePointer<TapeNode>
    let bytes: UnsafePointer<UInt8>

    private init() {
        let nodes = UnsafeMutablePointer<TapeNode>.allocate(capacity: 3)
        unsafe (nodes + Int(Self.absent)).initialize(to: Self.node(Self.absent, .null))
        unsafe (nodes + Int(Self.placeholder)).initialize(to: Self.node(Self.placeholder, .key))
        unsafe (nodes + Int(Self.empty)).initialize(to: Self.node(Self.empty, .object))
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: SourceBytes.padding)
        unsafe bytes.initialize(repeating: 0, count: SourceBytes.padding)
        unsafe self.nodes = UnsafePointer(nodes)
        unsafe self.bytes = UnsafePointer(bytes)
    }

    private static func node(_ index: UInt32, _ kind: TapeNode.Kind) -> TapeNode {
        TapeNode(start: 0, end: 0, next: index + 1, count: 0, hash: 0, kind: kind, flags: [])
    }
}
