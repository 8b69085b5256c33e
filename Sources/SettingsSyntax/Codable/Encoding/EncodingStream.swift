/// Writes a value's text as the value tells of itself, into memory that becomes the document's.
///
/// That works where containers are filled one after the other, as nearly all types do. Where a type goes back to a
/// container that is closed, uses a super encoder late, or asks for its coding path, `isComplete` turns false and the
/// value is encoded once more by way of a tree.
@safe
final class EncodingStream {
    /// How deep values may lie within each other, as in a document.
    static let maximumDepth = 512

    let format: SettingsFormat
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// What the run before leaves and this one is to leave, where that is wanted.
    let memory: ArrayMemory?
    /// The memory that the fields below point into.
    let bench: EncodingBench
    let decided: UnsafeMutablePointer<TypePlans.Decided>
    let state: UnsafeMutablePointer<EncodingBench.State>
    /// The stack that the run may go down.
    let room: UnsafeMutablePointer<StackRoom>
    private let open: UnsafeMutablePointer<EncodingBench.Open>

    init(format: SettingsFormat, userInfo: [CodingUserInfoKey: any Sendable], memory: ArrayMemory? = nil) {
        self.format = format
        self.userInfo = userInfo
        self.memory = memory
        bench = EncodingBench.take()
        // The bench's memory stays where it is, and the bench stays with this.
        unsafe decided = bench.decided
        unsafe state = bench.state
        unsafe open = bench.open
        unsafe room = bench.room
        unsafe room.initialize(to: StackRoom())
        if let storage = memory?.previous?.document.storage { reserve(storage) }
    }

    deinit { bench.giveBack() }

    /// Whether the text says all that the value told.
    var isComplete: Bool { unsafe state.pointee.isComplete }

    /// The text with its index.
    ///
    /// - Precondition: The stream is complete.
    func document() throws(SettingsError) -> SettingsDocument {
        let count = unsafe state.pointee.count
        guard unsafe !state.pointee.needsParsing, count < JSONParser.largestText else {
            return try SettingsDocument(
                arena: bench.takeText(), byteCount: count, format: format, file: nil,
                maximumDepth: Self.maximumDepth)
        }
        let text = bench.takeText()
        // There is room for the padding behind the text.
        unsafe (text.base + count).initializeMemory(as: UInt8.self, repeating: 0, count: SourceBytes.padding)
        let storage = unsafe DocumentStorage(
            text: text, byteCount: count, tape: bench.takeTape(), nodeCount: state.pointee.nodeCount,
            depth: state.pointee.deepest, tables: state.pointee.tables, hasDuplicates: false)
        let document = SettingsDocument(storage: storage, format: format, maximumDepth: Self.maximumDepth)
        assert(document.isIndexedAsParsed)
        return document
    }

    /// The stream cannot go on as it should: the value is to be encoded by way of a tree.
    func giveUp() { unsafe state.pointee.isComplete = false }

    func root(_ value: some Encodable) throws {
        try encode(value, slot: newSlot(), depth: 0)
        close(to: 0)
        if !isWaiting(0) { giveUp() }
    }

    // MARK: Slots: places for one value

    @inline(__always)
    func newSlot() -> UInt32 {
        if unsafe state.pointee.waiting != 0 { giveUp() }
        unsafe state.pointee.lastSlot &+= 1
        let slot = unsafe state.pointee.lastSlot
        unsafe state.pointee.waiting = slot
        return slot
    }

    /// Takes the place for a scalar or a new container.
    @inline(__always)
    func fill(_ slot: UInt32) {
        if unsafe state.pointee.waiting == slot { unsafe state.pointee.waiting = 0 } else { giveUp() }
    }

    @inline(__always)
    func isWaiting(_ slot: UInt32) -> Bool { unsafe state.pointee.waiting == slot }

    /// Whether the container of a slot is open at a depth. (Places beyond `openCount` are not looked at.)
    @inline(__always)
    private func isOpen(_ slot: UInt32, _ depth: Int) -> Bool {
        unsafe depth < state.pointee.openCount && open[depth].slot == slot
    }

    /// Opens the container of a slot, or goes on with the one that is open (a class and its superclass share one; not an
    /// array, for each of its containers would count its own elements only).
    @inline(__always)
    func openContainer(slot: UInt32, depth: Int, isObject: Bool) {
        guard isWaiting(slot) else {
            let isSame = unsafe isObject && isOpen(slot, depth) && open[depth].isObject
            if !isSame { giveUp() }
            return
        }
        unsafe state.pointee.waiting = 0
        guard unsafe state.pointee.openCount == depth, depth < Self.maximumDepth else { return giveUp() }
        let node = unsafe state.pointee.nodeCount
        // There is room for one more than the greatest depth.
        unsafe (open + depth).initialize(
            to: EncodingBench.Open(slot: slot, node: UInt32(truncatingIfNeeded: node), isObject: isObject))
        unsafe state.pointee.openCount = depth + 1
        noteDepth(depth + 1)
        let start = unsafe state.pointee.count
        byte(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        push(isObject ? .object : .array, from: start)
    }

    @inline(__always)
    func close(to depth: Int) {
        while unsafe state.pointee.openCount > depth { closeInnermost() }
    }

    private func closeInnermost() {
        // `openCount` is above 0; the container's node is on the tape, and its key before it.
        unsafe state.pointee.openCount -= 1
        let container = unsafe open[state.pointee.openCount]
        let nodeCount = unsafe state.pointee.nodeCount
        if !isWaiting(0) || !container.isEmpty && nodeCount == container.itemStart { giveUp() }
        byte(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        let node = Int(container.node)
        unsafe nodes[node].end = UInt32(truncatingIfNeeded: state.pointee.count)
        unsafe nodes[node].next = UInt32(truncatingIfNeeded: nodeCount)
        if container.isObject, unsafe nodes[node].count > JSONParser.tableFrom { buildTable(node) }
        if node > 0, unsafe nodes[node - 1].kind == .key {
            unsafe nodes[node - 1].next = UInt32(truncatingIfNeeded: nodeCount)
        }
    }

    /// Makes a container the innermost one and begins its next item; false where that cannot be.
    @inline(__always)
    private func next(slot: UInt32, depth: Int) -> Bool {
        guard isWaiting(0), isOpen(slot, depth) else {
            giveUp()
            return false
        }
        close(to: depth + 1)
        if unsafe open[depth].isEmpty {
            unsafe open[depth].isEmpty = false
        } else {
            if unsafe open[depth].itemStart == state.pointee.nodeCount { giveUp() }
            byte(UInt8(ascii: ","))
        }
        // The container's node is on the tape.
        unsafe nodes[Int(open[depth].node)].count &+= 1
        return true
    }

    /// Begins an element of the array that fills `slot` at `depth`.
    @inline(__always)
    func element(slot: UInt32, depth: Int) {
        if next(slot: slot, depth: depth) { unsafe open[depth].itemStart = state.pointee.nodeCount }
    }

    /// Takes over elements from another encoding, in the array that fills `slot` at `depth`.
    ///
    /// - Parameters:
    ///   - nodes: Their nodes, of `count` elements that stand one behind the other.
    ///   - end: Where the text of the last one ends.
    func elements(
        _ nodes: Range<Int>, count: Int, to end: Int, of storage: DocumentStorage, slot: UInt32, depth: Int
    ) {
        element(slot: slot, depth: depth)
        guard isComplete else { return }
        // The container's node is on the tape.
        unsafe self.nodes[Int(open[depth].node)].count &+= UInt32(truncatingIfNeeded: count - 1)
        noteDepth(storage.depth)
        copy(nodes, to: end, of: storage)
    }

    /// Begins a member of the object that fills `slot` at `depth`.
    @inline(__always)
    func member(_ name: String, slot: UInt32, depth: Int) {
        guard next(slot: slot, depth: depth) else { return }
        let hash = key(name)
        // The container is open, and so has its place here.
        let node = unsafe Int(open[depth].node)
        let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: hash)
        if unsafe open[depth].filter & bit != 0, unsafe nodes[node].count <= JSONParser.tableFrom + 1 {
            checkKey(of: node)
        }
        unsafe open[depth].filter |= bit
        unsafe open[depth].itemStart = state.pointee.nodeCount
    }
}
