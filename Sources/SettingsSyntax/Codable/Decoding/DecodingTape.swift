/// One layer as the decoder sees it: its nodes, its bytes, and what was learnt on the way.
///
/// The look-ups are the hottest code of decoding. Bounds are not tested here: indices come from the tape itself, which
/// its parser wrote, and the memory is kept alive by the session's documents.
@safe
struct DecodingTape {
    private let nodes: UnsafePointer<TapeNode>
    private let bytes: UnsafePointer<UInt8>
    /// Where the next key asked for probably is, for the objects in progress: `Codable` asks in the order of the
    /// declaration, and that is the order of most files.
    private var hints: InlineArray<16, Hint>
    /// For what is rare: escapes, objects with many members. None for the places that are in no file.
    private let storage: DocumentStorage?

    private struct Hint {
        var owner: UInt32
        var key: UInt32
    }

    /// Objects up to this size are searched member by member.
    private static let smallObject = 24

    init(_ storage: DocumentStorage) {
        // The session keeps the storage, and it what the arenas point to.
        unsafe self.init(
            nodes: unsafe UnsafePointer(storage.tape.base.assumingMemoryBound(to: TapeNode.self)),
            bytes: unsafe UnsafePointer(storage.text.base.assumingMemoryBound(to: UInt8.self)), storage: storage)
    }

    init(nodes: UnsafePointer<TapeNode>, bytes: UnsafePointer<UInt8>, storage: DocumentStorage? = nil) {
        unsafe self.nodes = nodes
        unsafe self.bytes = bytes
        self.storage = storage
        hints = InlineArray(repeating: Hint(owner: .max, key: 0))
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

    /// The text of a string or key node, its escapes resolved.
    @inline(__always)
    func text(_ node: UInt32) -> String {
        let entry = unsafe nodes[Int(node)]
        if entry.flags.contains(.escaped) { return storage?.string(Int(node)) ?? "" }
        let quote = entry.flags.contains(.unquoted) ? 0 : 1
        let content = unsafe UnsafeBufferPointer(
            start: bytes + Int(entry.start) + quote, count: Int(entry.end - entry.start) - 2 * quote)
        // The parser refused everything that is not UTF-8; it need not be looked at again.
        return unsafe String(copying: UTF8Span(unchecked: content.span))
    }

    // MARK: Members

    /// The value of the member `name` of an object, or 0 (the root is nobody's member).
    @inline(__always)
    mutating func member(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32) -> UInt32 {
        let slot = Int(object & 15)
        let hint = hints[slot]
        let key = hint.owner == object ? hint.key : object + 1
        if key < next(object), unsafe isKey(key, name) {
            hints[slot] = Hint(owner: object, key: next(key))
            return key + 1
        }
        return unsafe searchMember(name, of: object, from: key)
    }

    @inline(never)
    private mutating func searchMember(
        _ name: UnsafeBufferPointer<UInt8>, of object: UInt32, from start: UInt32
    ) -> UInt32 {
        let end = next(object)
        var found: UInt32 = 0
        if count(object) > Self.smallObject, let storage {
            // The document has a table over them.
            let value = unsafe storage.member(String(decoding: name, as: UTF8.self), in: Int(object))
            found = value.map { UInt32($0) - 1 } ?? 0
        } else {
            var key = start
            while key < end {
                if unsafe isKey(key, name) {
                    found = key
                    break
                }
                key = next(key)
            }
            if found == 0 {
                key = object + 1
                while key < start {
                    if unsafe isKey(key, name) {
                        found = key
                        break
                    }
                    key = next(key)
                }
            }
        }
        guard found != 0 else { return 0 }
        hints[Int(object & 15)] = Hint(owner: object, key: next(found))
        return found + 1
    }

    /// Whether a key node is `name`, by its exact bytes.
    @inline(__always)
    private func isKey(_ key: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let entry = unsafe nodes[Int(key)]
        if entry.flags.contains(.escaped) { return unsafe isEscapedKey(key, name) }
        let quote = entry.flags.contains(.unquoted) ? 0 : 1
        guard Int(entry.end - entry.start) - 2 * quote == name.count else { return false }
        guard let other = name.baseAddress else { return true }
        return unsafe equalBytes(bytes + Int(entry.start) + quote, other, name.count)
    }

    @inline(never)
    private func isEscapedKey(_ key: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let storage else { return false }
        return unsafe storage.withUTF8(of: Int(key)) { unsafe $0.count == name.count && $0.elementsEqual(name) }
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
