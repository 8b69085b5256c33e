/// The bytes of a document and the index over them: made once, never changed, shared by all copies.
///
/// Nodes are named by their position on the tape; the root is 0. A member's value follows its key directly, so the key
/// of the value at `node` is at `node - 1`.
package final class DocumentStorage: @unchecked Sendable {
    // Proof of `Sendable`: every stored property is a `let`, and the memory that the arenas point to is written only
    // while the initialiser's caller holds it alone; afterwards it is only read, until `deinit`.

    let text: Arena
    let tape: Arena
    /// Nodes on the tape.
    package let nodeCount: Int
    /// Bytes of the text.
    package let byteCount: Int
    /// For objects with many members: open-addressing tables of key nodes (0: free), one behind the other. An object's
    /// `hash` is the position of its table's size here, plus one; 0 where it has none.
    let tables: [UInt32]
    /// How many containers lie within each other at the deepest place, or lay there in a text that this one was made from.
    package let depth: Int
    /// Whether the document was read though keys stand twice in an object; the last one counts then.
    package let hasDuplicates: Bool

    init(
        text: Arena, byteCount: Int, tape: Arena, nodeCount: Int, depth: Int, tables: [UInt32], hasDuplicates: Bool
    ) {
        self.hasDuplicates = hasDuplicates
        self.depth = depth
        self.text = text
        self.byteCount = byteCount
        self.tape = tape
        self.nodeCount = nodeCount
        self.tables = tables
    }

    deinit {
        text.free()
        tape.free()
    }

    /// The text, with its padding behind it. Valid as long as this object.
    @inline(__always)
    package var source: SourceBytes {
        // The arena holds at least `byteCount + padding` bytes.
        unsafe SourceBytes(base: text.base.assumingMemoryBound(to: UInt8.self), count: byteCount)
    }

    /// One entry of the tape.
    @inline(__always)
    package subscript(node: Int) -> TapeNode {
        assert(node >= 0 && node < nodeCount)
        // Only positions read off the tape itself come here.
        return unsafe tape.base.assumingMemoryBound(to: TapeNode.self)[node]
    }

    /// Copies a stretch of the tape as it is.
    func copyNodes(_ range: Range<Int>, to target: UnsafeMutablePointer<TapeNode>) {
        assert(range.lowerBound >= 0 && range.upperBound <= nodeCount)
        // The caller has room for as many.
        unsafe target.update(
            from: tape.base.assumingMemoryBound(to: TapeNode.self) + range.lowerBound, count: range.count)
    }

    @inline(__always)
    package func kind(_ node: Int) -> TapeNode.Kind { self[node].kind }

    /// The first member's key or the first element of a container that has one.
    @inline(__always)
    package func firstChild(of node: Int) -> Int { node + 1 }

    /// The node after this one's subtree.
    @inline(__always)
    package func next(_ node: Int) -> Int { Int(self[node].next) }

    /// The nodes that the children of a container begin with: keys of members, or elements.
    package func children(of container: Int) -> [Int] {
        var children: [Int] = []
        children.reserveCapacity(Int(self[container].count))
        var node = container + 1
        let end = next(container)
        while node < end {
            children.append(node)
            node = next(node)
        }
        return children
    }

    /// The bytes of a token, quotes and brackets included.
    @inline(__always)
    package func range(_ node: Int) -> Range<Int> {
        let entry = self[node]
        return Int(entry.start)..<Int(entry.end)
    }

    /// The source text of a value, exactly as it is written.
    package func literal(_ node: Int) -> String { source.string(range(node)) }

    /// Bytes that the document occupies in memory: text, index and tables.
    package var memorySize: Int {
        byteCount + SourceBytes.padding + nodeCount * MemoryLayout<TapeNode>.stride + tables.count * 4
    }
}
