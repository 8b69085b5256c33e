/// One layer as the decoder sees it: its nodes, its bytes, and where it was last found what.
///
/// The look-ups are the hottest code of decoding. Bounds are not tested here: indices come from the tape itself, which
/// its parser wrote, and the memory is kept alive by the session's documents.
@safe
struct DecodingTape {
    private let nodes: UnsafePointer<TapeNode>
    private let bytes: UnsafePointer<UInt8>
    /// Where the next key asked for probably is, for the objects in progress: `Codable` asks in the order of the
    /// declaration, and that is the order of most files.
    private let hints: UnsafeMutablePointer<Hint>

    struct Hint {
        var owner: UInt32 = .max
        var key: UInt32 = 0
    }

    /// Hints of one layer, by the last bits of the object's index.
    static let hintCount = 16
    /// Objects up to this size are searched member by member.
    static let smallObject = 24

    init(nodes: UnsafePointer<TapeNode>, bytes: UnsafePointer<UInt8>, hints: UnsafeMutablePointer<Hint>) {
        unsafe self.nodes = nodes
        unsafe self.bytes = bytes
        unsafe self.hints = hints
    }

    @inline(__always) func kind(_ node: UInt32) -> TapeNode.Kind { unsafe nodes[Int(node)].kind }
    @inline(__always) func flags(_ node: UInt32) -> TapeNode.Flags { unsafe nodes[Int(node)].flags }
    @inline(__always) func next(_ node: UInt32) -> UInt32 { unsafe nodes[Int(node)].next }
    @inline(__always) func count(_ node: UInt32) -> Int { Int(unsafe nodes[Int(node)].count) }

    /// The bytes of a token, quotes included. Valid while the session lives.
    @inline(__always)
    func token(_ node: UInt32) -> UnsafeBufferPointer<UInt8> {
        let entry = unsafe nodes[Int(node)]
        return unsafe UnsafeBufferPointer(start: bytes + Int(entry.start), count: Int(entry.end - entry.start))
    }

    /// The content of a string or key node, without its quotes, its escapes as they are written.
    @inline(__always)
    func content(_ node: UInt32) -> UnsafeBufferPointer<UInt8> {
        let entry = unsafe nodes[Int(node)]
        let quote = entry.flags.contains(.unquoted) ? 0 : 1
        return unsafe UnsafeBufferPointer(
            start: bytes + Int(entry.start) + quote, count: Int(entry.end - entry.start) - 2 * quote)
    }

    // MARK: Members

    /// The member that the hint is for, where it is `name`; else 0.
    @inline(__always)
    func hintedMember(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32) -> UInt32 {
        let hint = unsafe hints[Int(object) & (Self.hintCount - 1)]
        let key = hint.owner == object ? hint.key : object + 1
        guard key < next(object), unsafe isKey(key, name) else { return 0 }
        found(key, of: object)
        return key + 1
    }

    /// The member `name` of a small object, or 0; goes through its members from the hint on, and from the first on.
    @inline(never)
    func searchedMember(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32) -> UInt32 {
        let hint = unsafe hints[Int(object) & (Self.hintCount - 1)]
        let start = hint.owner == object ? hint.key : object + 1
        let end = next(object)
        var key = start
        while key < end {
            if unsafe isKey(key, name) {
                found(key, of: object)
                return key + 1
            }
            key = next(key)
        }
        key = object + 1
        while key < start {
            if unsafe isKey(key, name) {
                found(key, of: object)
                return key + 1
            }
            key = next(key)
        }
        return 0
    }

    @inline(__always)
    func found(_ key: UInt32, of object: UInt32) {
        unsafe hints[Int(object) & (Self.hintCount - 1)] = Hint(owner: object, key: next(key))
    }

    /// Whether a key node without escapes is `name`, by its exact bytes.
    @inline(__always)
    private func isKey(_ key: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let entry = unsafe nodes[Int(key)]
        let quote = entry.flags.contains(.unquoted) ? 0 : 1
        guard Int(entry.end - entry.start) - 2 * quote == name.count, !entry.flags.contains(.escaped) else {
            return false
        }
        guard let other = name.baseAddress else { return true }
        return unsafe equalBytes(bytes + Int(entry.start) + quote, other, name.count)
    }
}

/// Compares by words that may overlap, never reading outside of the two ranges.
@inline(__always)
private func equalBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let (left, right) = unsafe (UnsafeRawPointer(left), UnsafeRawPointer(right))
    if count >= 8 {
        var offset = 0
        while offset + 8 < count {
            let (a, b) = unsafe (
                left.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            )
            if a != b { return false }
            offset += 8
        }
        return unsafe left.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    }
    if count >= 4 {
        let first = unsafe left.loadUnaligned(as: UInt32.self) ^ right.loadUnaligned(as: UInt32.self)
        let last =
            unsafe left.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            ^ right.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        return first | last == 0
    }
    for offset in 0..<count {
        let (a, b) = unsafe (
            left.load(fromByteOffset: offset, as: UInt8.self), right.load(fromByteOffset: offset, as: UInt8.self)
        )
        if a != b { return false }
    }
    return true
}
