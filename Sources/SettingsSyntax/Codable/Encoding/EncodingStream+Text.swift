/// Bytes and nodes. Each method writes within the memory, having made the room.
extension EncodingStream {
    func null() { literal("null", .null) }
    func bool(_ value: Bool) { if value { literal("true", .true) } else { literal("false", .false) } }

    /// An object without members, within `depth` others.
    func emptyObject(depth: Int) {
        noteDepth(depth + 1)
        literal("{}", .object)
    }

    @inline(__always)
    func noteDepth(_ depth: Int) { unsafe state.pointee.deepest = max(state.pointee.deepest, depth) }

    @inline(__always)
    func string(_ text: String) {
        let start = unsafe state.pointee.count
        let isEscaped = quoted(text)
        push(.string, from: start, isEscaped ? .escaped : [])
    }

    /// Writes a key with its colon; returns its hash.
    @inline(__always)
    func key(_ name: String) -> UInt32 {
        let start = unsafe state.pointee.count
        let isEscaped = quoted(name)
        let end = unsafe state.pointee.count
        let hash = isEscaped ? Self.hashOfContent(name) : KeyHash.of(source, start + 1..<end - 1)
        push(.key, from: start, isEscaped ? .escaped : [], hash: hash)
        byte(UInt8(ascii: ":"))
        return hash
    }

    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ value: Value) {
        guard let magnitude = UInt64(exactly: value.magnitude) else { return number(value.description) }
        let start = unsafe state.pointee.count
        reserve(20)
        unsafe state.pointee.count += IntegerText.write(magnitude, isNegative: value < 0, to: target)
        push(.number, from: start, .plainInteger)
    }

    func double(_ value: Double) throws {
        guard value.isFinite else { return try notFinite(value) }
        let whole = value.rounded(.towardZero)
        guard whole == value, abs(value) < 1e15, value != 0 else { return number(value.description) }
        let start = unsafe state.pointee.count
        reserve(22)
        unsafe state.pointee.count += IntegerText.write(UInt64(abs(whole)), isNegative: value < 0, to: target)
        byte(UInt8(ascii: "."))
        byte(UInt8(ascii: "0"))
        push(.number, from: start)
    }

    func float(_ value: Float) throws {
        guard value.isFinite else { return try notFinite(Double(value)) }
        number(value.description)
    }

    private func notFinite(_ value: Double) throws {
        guard let text = ScalarText.notFinite(value, format) else { throw refused(ScalarText.refused(value)) }
        let start = unsafe state.pointee.count
        raw(text)
        push(.number, from: start, .json5Number)
    }

    /// A number by its digits.
    func number(_ text: String) {
        let start = unsafe state.pointee.count
        raw(text)
        let isInteger = text.utf8.allSatisfy { $0 &- 0x30 <= 9 || $0 == UInt8(ascii: "-") }
        push(.number, from: start, isInteger ? .plainInteger : [])
    }

    /// A value of any kind, as it was written elsewhere. Its nodes are found by parsing.
    func text(_ text: String) {
        let start = unsafe state.pointee.count
        raw(text)
        push(.null, from: start)
        unsafe state.pointee.needsParsing = true
    }

    /// An error that a type may catch, to go on without the value: the stream cannot.
    func refused(_ error: any Error) -> any Error {
        giveUp()
        return error
    }

    // MARK: Bytes

    @inline(__always)
    private func reserve(_ more: Int) {
        if unsafe state.pointee.count + more > state.pointee.capacity { growText(more) }
    }

    @inline(never)
    private func growText(_ more: Int) {
        growText(to: unsafe max(state.pointee.capacity * 2, state.pointee.count + more), isPassing: true)
    }

    private func growText(to capacity: Int, isPassing: Bool) {
        let (text, count) = unsafe (state.pointee.text, state.pointee.count)
        unsafe state.pointee.text = text.grown(to: capacity + SourceBytes.padding, used: count, isPassing: isPassing)
        unsafe state.pointee.capacity = capacity
    }

    /// Makes room for a text and an index as large as those of another document.
    func reserve(_ storage: DocumentStorage) {
        let (size, nodes) = (storage.byteCount + 256, storage.nodeCount + 16)
        if unsafe size > state.pointee.capacity { growText(to: size, isPassing: false) }
        if unsafe nodes > state.pointee.nodeCapacity { growTape(to: nodes, isPassing: false) }
    }

    private func reserveNodes(_ more: Int) {
        while unsafe state.pointee.nodeCount + more > state.pointee.nodeCapacity { growTape(more) }
    }

    /// Writes a stretch of another document, text and nodes.
    func copy(_ range: Range<Int>, to end: Int, of storage: DocumentStorage) {
        let start = storage.range(range.lowerBound).lowerBound
        reserve(end - start)
        reserveNodes(range.count)
        // There is room for both, and the buffers do not leave the calls.
        let bytes = unsafe storage.source.buffer(start..<end)
        if let first = bytes.baseAddress { unsafe target.update(from: first, count: bytes.count) }
        let shift = unsafe UInt32(truncatingIfNeeded: state.pointee.count &- start)
        unsafe state.pointee.count += end - start
        let first = unsafe state.pointee.nodeCount
        let move = UInt32(truncatingIfNeeded: first &- range.lowerBound)
        unsafe state.pointee.nodeCount = first + range.count
        if shift == 0, move == 0, storage.tables.isEmpty {
            // Nothing before it has changed its length.
            unsafe storage.copyNodes(range, to: nodes + first)
            return
        }
        var tables: [Int] = []
        for index in range {
            var node = storage[index]
            let place = first + (index - range.lowerBound)
            node.start &+= shift
            node.end &+= shift
            node.next &+= move
            if node.kind == .object, node.hash != 0 {
                node.hash = 0
                tables.append(place)
            }
            unsafe nodes[place] = node
        }
        for object in tables { buildTable(object) }
    }

    @inline(__always)
    private var target: UnsafeMutablePointer<UInt8> {
        unsafe state.pointee.text.base.assumingMemoryBound(to: UInt8.self) + state.pointee.count
    }

    /// The text so far. Behind it there is always room for the padding, of whatever content.
    private var source: SourceBytes {
        unsafe SourceBytes(
            base: state.pointee.text.base.assumingMemoryBound(to: UInt8.self), count: state.pointee.count)
    }

    @inline(__always)
    func byte(_ byte: UInt8) {
        reserve(1)
        unsafe target.pointee = byte
        unsafe state.pointee.count += 1
    }

    private func literal(_ text: StaticString, _ kind: TapeNode.Kind) {
        let start = unsafe state.pointee.count
        reserve(text.utf8CodeUnitCount)
        unsafe target.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe state.pointee.count += text.utf8CodeUnitCount
        push(kind, from: start)
    }

    private func raw(_ text: String) {
        var text = text
        text.withUTF8 { text in
            reserve(text.count)
            if let start = text.baseAddress { unsafe target.update(from: start, count: text.count) }
            unsafe state.pointee.count += text.count
        }
    }

    /// Writes a text in quotes; says whether something in it had to be escaped.
    @inline(__always)
    private func quoted(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            // The longest escape has six bytes.
            reserve(text.count * 6 + 2)
            let start = unsafe target
            let length = unsafe StringText.write(text, to: start) - start
            unsafe state.pointee.count += length
            return length != text.count + 2
        }
    }

    @inline(never)
    private static func hashOfContent(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { unsafe KeyHash.of($0) }
    }

    // MARK: Nodes

    /// The tape. Valid until the next node is pushed.
    @inline(__always)
    var nodes: UnsafeMutablePointer<TapeNode> {
        unsafe state.pointee.tape.base.assumingMemoryBound(to: TapeNode.self)
    }

    /// Appends the node of a token that ends here; to the key before it, it is the value.
    @inline(__always)
    func push(_ kind: TapeNode.Kind, from start: Int, _ flags: TapeNode.Flags = [], hash: UInt32 = 0) {
        let index = unsafe state.pointee.nodeCount
        if unsafe index == state.pointee.nodeCapacity { growTape(1) }
        let next = UInt32(truncatingIfNeeded: index &+ 1)
        // There is room for it.
        unsafe nodes[index] = TapeNode(
            start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: state.pointee.count),
            next: kind == .key ? 0 : next, count: 0, hash: hash, kind: kind, flags: flags)
        if kind != .key, index > 0, unsafe nodes[index &- 1].kind == .key { unsafe nodes[index &- 1].next = next }
        unsafe state.pointee.nodeCount = index &+ 1
    }

    @inline(never)
    private func growTape(_ more: Int) {
        growTape(to: unsafe max(state.pointee.nodeCapacity * 2, state.pointee.nodeCount + more), isPassing: true)
    }

    private func growTape(to capacity: Int, isPassing: Bool) {
        let stride = MemoryLayout<TapeNode>.stride
        let (tape, count) = unsafe (state.pointee.tape, state.pointee.nodeCount)
        unsafe state.pointee.tape = tape.grown(to: capacity * stride, used: count * stride, isPassing: isPassing)
        unsafe state.pointee.nodeCapacity = capacity
    }

    /// Gives up where the last key on the tape is in its object already.
    @inline(never)
    func checkKey(of object: Int) {
        guard isComplete else { return }
        var parser = self.parser
        if unsafe !parser.isNewKey(state.pointee.nodeCount - 1, object) { giveUp() }
    }

    /// Makes the table of an object's keys; gives up where two are the same.
    @inline(never)
    func buildTable(_ object: Int) {
        guard isComplete else { return }
        var parser = self.parser
        unsafe state.pointee.tables = []  // So that the parser's are not copied.
        if !parser.buildTable(object) { giveUp() }
        unsafe state.pointee.tables = parser.tables
    }

    private var parser: JSONParser {
        unsafe JSONParser(
            source: source, tape: state.pointee.tape, nodeCount: state.pointee.nodeCount,
            tables: state.pointee.tables)
    }
}

extension SettingsDocument {
    /// Whether the index is what the parser makes of the text. For tests: it always is. (The depth may be that of text
    /// which is no longer there.)
    package var isIndexedAsParsed: Bool {
        do {
            let other = try SettingsDocument(bytes: bytes, format: format, maximumDepth: maximumDepth).storage
            return other.nodeCount == storage.nodeCount && other.depth <= storage.depth
                && other.tables == storage.tables
                && (0..<other.nodeCount).allSatisfy { storage[$0] == other[$0] }
        } catch {
            return false
        }
    }
}
