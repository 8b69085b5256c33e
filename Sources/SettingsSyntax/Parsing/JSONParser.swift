/// Bytes → tape, for JSON and JSON5: one pass, no recursion, no memory but the tape.
///
/// While a container is open its own node holds what a stack would: `next` its parent, `count` its children so far,
/// and for an object `end` and `hash` the two halves of a filter of 64 bits over the hashes of its keys, so that most
/// keys are known to be new without looking at the others.
///
/// Safe to use because the tape grows before it is written, and only nodes that are on it are read.
@safe
struct JSONParser {
    /// Objects with more members get a table, which finds duplicates and, later, members.
    static let tableFrom: UInt32 = 32

    let source: SourceBytes
    let json5: Bool
    let maximumDepth: Int
    let refusesDuplicates: Bool

    var arena: Arena
    var nodes: UnsafeMutablePointer<TapeNode>
    var capacity: Int
    var nodeCount = 0
    var tables: [UInt32] = []
    var fault: ParseFault?
    /// Pairs of key nodes, where duplicates are not refused.
    var duplicates: [(first: Int, second: Int)] = []
    /// The innermost open container when the parser stopped, for the message.
    var openAtFault = -1

    init(source: SourceBytes, json5: Bool, maximumDepth: Int, refusesDuplicates: Bool) {
        self.source = source
        self.json5 = json5
        self.maximumDepth = maximumDepth
        self.refusesDuplicates = refusesDuplicates
        capacity = source.count / 4 + 16
        arena = Arena(size: capacity * MemoryLayout<TapeNode>.stride)
        // The arena is aligned for it, and nodes are trivial.
        unsafe nodes = unsafe arena.base.bindMemory(to: TapeNode.self, capacity: capacity)
    }

    /// Makes room for a few more nodes.
    mutating func grow() {
        let wanted = min(capacity * 2, source.count / 2 + 64)
        let stride = MemoryLayout<TapeNode>.stride
        capacity = max(wanted, capacity + 64)
        arena = arena.grown(to: capacity * stride, used: nodeCount * stride)
        // As in the initialiser.
        unsafe nodes = unsafe arena.base.bindMemory(to: TapeNode.self, capacity: capacity)
    }

    /// Records the first fault.
    @inline(never)
    mutating func fail(_ kind: ParseFault.Kind, _ offset: Int, other: Int = 0) {
        if fault == nil { fault = ParseFault(kind: kind, offset: offset, other: other) }
    }

    /// Parses the whole text.
    mutating func parse() {
        guard source.count > 0 else { return fail(.empty, 0) }
        guard source.count < Int(UInt32.max) - 256 else { return fail(.tooLarge, 0) }
        let byteOrderMark = source.halfWord(at: 0) & 0xFF_FFFF == 0xBF_BBEF ? 3 : 0
        let start = skipTrivia(byteOrderMark)
        guard fault == nil else { return }
        guard start < source.count else { return fail(byteOrderMark == source.count ? .empty : .onlyTrivia, start) }
        let end = parseValues(from: start)
        guard fault == nil else { return }
        let rest = skipTrivia(end)
        if fault == nil, rest != source.count { fail(.trailingText, rest, other: end) }
    }

    // One loop over values, with the rare things out of line; the parts that are in line are so on purpose.
    // swift-format-ignore
    private mutating func parseValues(from start: Int) -> Int {
        var offset = start
        var open = -1
        var depth = 0
        var inObject = false

        values: while true {
            // A value is expected at `offset`. Room for it and for one key after it.
            if nodeCount + 4 > capacity { grow() }
            let byte = source[offset]
            let valueStart = offset
            switch byte {
            case UInt8(ascii: "\""):
                var flags: TapeNode.Flags = []
                let close = scanString(offset + 1, quote: byte, &flags)
                if close < 0 { break values }
                offset = close + 1
                push(.string, valueStart, offset, flags, inObject)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > maximumDepth {
                    fail(.tooDeep, offset)
                    break values
                }
                let isObject = byte == UInt8(ascii: "{")
                // `parse` made room above.
                unsafe nodes[nodeCount] = TapeNode(
                    start: UInt32(truncatingIfNeeded: offset), end: 0, next: UInt32(truncatingIfNeeded: open), count: 0,
                    hash: 0, kind: isObject ? .object : .array, flags: [])
                open = nodeCount
                nodeCount += 1
                inObject = isObject
                offset = skipTrivia(offset + 1)
                if isObject {
                    if source[offset] != UInt8(ascii: "}") {
                        offset = parseKey(offset, open)
                        if offset < 0 { break values }
                        continue values
                    }
                } else if source[offset] != UInt8(ascii: "]") {
                    unsafe nodes[open].count = 1  // `open` is on the tape.
                    continue values
                }
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                var flags: TapeNode.Flags = []
                offset = scanNumber(offset, &flags)
                if offset < 0 { break values }
                push(.number, valueStart, offset, flags, inObject)
            case UInt8(ascii: "t") where source.halfWord(at: offset) == 0x6575_7274:
                offset += 4
                push(.true, valueStart, offset, [], inObject)
            case UInt8(ascii: "f") where source.halfWord(at: offset + 1) == 0x6573_6C61:
                offset += 5
                push(.false, valueStart, offset, [], inObject)
            case UInt8(ascii: "n") where source.halfWord(at: offset) == 0x6C6C_756E:
                offset += 4
                push(.null, valueStart, offset, [], inObject)
            default:
                offset = parseRareValue(offset, inObject)
                if offset < 0 { break values }
            }

            // Behind a value, or before the bracket that closes an empty container.
            while true {
                if open < 0 { return offset }
                offset = skipTrivia(offset)
                let byte = source[offset]
                if byte == UInt8(ascii: ",") {
                    let comma = offset
                    offset = skipTrivia(offset + 1)
                    let following = source[offset]
                    if inObject {
                        if following == UInt8(ascii: "\"") || following != UInt8(ascii: "}") {
                            offset = parseKey(offset, open)
                            if offset < 0 { break values }
                            continue values
                        }
                    } else if following != UInt8(ascii: "]") {
                        unsafe nodes[open].count &+= 1  // `open` is on the tape.
                        continue values
                    }
                    if !json5 {
                        fail(.trailingComma, comma)
                        break values
                    }
                } else if byte != (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    // The node before `nodeCount` is not always the last value, but the container is known.
                    fail(.expectedCommaOrClose, offset, other: Int(unsafe nodes[open].start))
                    break values
                }
                // Closes the container.
                offset += 1
                let container = open
                // `container` is on the tape; so is its parent, and its key before it.
                if inObject, unsafe nodes[container].count > Self.tableFrom {
                    if !buildTable(container) { break values }
                } else {
                    unsafe nodes[container].hash = 0
                }
                unsafe nodes[container].end = UInt32(truncatingIfNeeded: offset)
                open = unsafe Int(Int32(bitPattern: nodes[container].next))
                unsafe nodes[container].next = UInt32(truncatingIfNeeded: nodeCount)
                depth -= 1
                if open >= 0 {
                    inObject = unsafe nodes[open].kind == .object
                    if inObject { unsafe nodes[container - 1].next = UInt32(truncatingIfNeeded: nodeCount) }
                }
            }
        }
        openAtFault = open
        return -1
    }

    /// Appends a scalar.
    @inline(__always)
    private mutating func push(
        _ kind: TapeNode.Kind, _ start: Int, _ end: Int, _ flags: TapeNode.Flags, _ inObject: Bool
    ) {
        // `parseValues` made room; the key of a member is the node before its value.
        unsafe nodes[nodeCount] = TapeNode(
            start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
            next: UInt32(truncatingIfNeeded: nodeCount + 1), count: 0, hash: 0, kind: kind, flags: flags)
        nodeCount += 1
        if inObject { unsafe nodes[nodeCount - 2].next = UInt32(truncatingIfNeeded: nodeCount) }
    }

    /// Parses a key, the colon and what lies before the value; returns where the value begins, or -1.
    @inline(__always)
    private mutating func parseKey(_ start: Int, _ open: Int) -> Int {
        var flags: TapeNode.Flags = []
        var hash: UInt32 = 0
        var offset = start
        if source[offset] == UInt8(ascii: "\"") {
            let close = scanKey(offset + 1, quote: UInt8(ascii: "\""), &flags, &hash)
            if close < 0 { return -1 }
            offset = close + 1
        } else {
            offset = parseRareKey(offset, &flags, &hash)
            if offset < 0 { return -1 }
        }
        if nodeCount + 4 > capacity { grow() }
        // There is room for it; `open` is on the tape.
        unsafe nodes[nodeCount] = TapeNode(
            start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: offset), next: 0, count: 0,
            hash: hash, kind: .key, flags: flags)
        let filterBit = UInt64(1) << UInt64(hash & 63)
        let filter = unsafe UInt64(nodes[open].end) | UInt64(nodes[open].hash) << 32
        let members = unsafe nodes[open].count
        if filter & filterBit != 0, members <= Self.tableFrom, !isNewKey(nodeCount, open) { return -1 }
        let updated = filter | filterBit
        unsafe nodes[open].end = UInt32(truncatingIfNeeded: updated)
        unsafe nodes[open].hash = UInt32(truncatingIfNeeded: updated >> 32)
        unsafe nodes[open].count = members &+ 1
        nodeCount += 1

        if source[offset] != UInt8(ascii: ":") {
            offset = skipTrivia(offset)
            if source[offset] != UInt8(ascii: ":") {
                fail(.expectedColon, offset, other: start)
                return -1
            }
        }
        offset += 1
        if source[offset] == 0x20, source[offset + 1] > 0x20, source[offset + 1] < 0x80,
            source[offset + 1] != UInt8(ascii: "/")
        {
            return offset + 1
        }
        return skipTrivia(offset)
    }
}
