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
    /// Offsets fit into 32 bits.
    static let largestText = Int(UInt32.max) - 256

    let source: SourceBytes
    let json5: Bool
    let maximumDepth: Int
    let refusesDuplicates: Bool

    var arena: Arena
    var nodes: UnsafeMutablePointer<TapeNode>
    var capacity: Int
    var nodeCount = 0
    /// Containers within each other at the deepest place.
    var deepest = 0
    var tables: [UInt32] = []
    var fault: ParseFault?
    /// Pairs of key nodes, where duplicates are not refused.
    var duplicates: [(first: Int, second: Int)] = []

    init(source: SourceBytes, json5: Bool, maximumDepth: Int, refusesDuplicates: Bool) {
        self.source = source
        self.json5 = json5
        self.maximumDepth = maximumDepth
        self.refusesDuplicates = refusesDuplicates
        capacity = source.count / 10 + 16
        arena = Arena(size: capacity * MemoryLayout<TapeNode>.stride)
        // The arena is aligned for it, and nodes are trivial.
        unsafe nodes = unsafe arena.base.bindMemory(to: TapeNode.self, capacity: capacity)
    }

    /// A parser over what was written with its index at once, to look for keys that stand twice.
    init(source: SourceBytes, tape: Arena, nodeCount: Int, tables: [UInt32]) {
        self.source = source
        json5 = false
        maximumDepth = 0
        refusesDuplicates = true
        arena = tape
        capacity = nodeCount
        self.nodeCount = nodeCount
        self.tables = tables
        // The caller's tape holds nodes.
        unsafe nodes = arena.base.assumingMemoryBound(to: TapeNode.self)
    }

    /// Makes room for a few more nodes.
    mutating func grow() {
        let wanted = min(capacity * 2, source.count / 2 + 64)
        let stride = MemoryLayout<TapeNode>.stride
        capacity = max(wanted, capacity + 64)
        arena = arena.grown(to: capacity * stride, used: nodeCount * stride, isPassing: true)
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
        guard source.count < Self.largestText else { return fail(.tooLarge, 0) }
        let byteOrderMark = source.halfWord(at: 0) & 0xFF_FFFF == 0xBF_BBEF ? 3 : 0
        let start = skipTrivia(source, byteOrderMark)
        guard fault == nil else { return }
        guard start < source.count else { return fail(byteOrderMark == source.count ? .empty : .onlyTrivia, start) }
        let end = parseValues(from: start)
        guard fault == nil else { return }
        let rest = skipTrivia(source, end)
        if fault == nil, rest != source.count { fail(.trailingText, rest, other: end) }
    }

    // One loop over values, with the rare things out of line. The text, the tape and the count are kept in locals, since
    // the compiler cannot know that a store to the tape leaves `self` as it is; additions that cannot overflow (offsets
    // are below 2^32) go unchecked.
    // swift-format-ignore
    private mutating func parseValues(from start: Int) -> Int {
        let source = self.source
        var nodes = unsafe self.nodes
        var capacity = self.capacity
        var count = 0
        var offset = start
        var open = -1
        var depth = 0
        var deepest = 0
        let seed = KeyHash.seed
        var inObject = false

        values: while true {
            // Room for a key and a value.
            if count &+ 4 > capacity {
                nodeCount = count
                grow()
                unsafe nodes = unsafe self.nodes
                capacity = self.capacity
            }
            if inObject {
                // A key is expected at `offset`.
                let keyStart = offset
                var flags: TapeNode.Flags = []
                var hash: UInt32 = 0
                if source[offset] == UInt8(ascii: "\"") {
                    var close = Self.scanPlainKey(source, offset &+ 1, seed, &hash)
                    if source[close] != UInt8(ascii: "\"") {
                        close = scanRareKey(from: close, offset &+ 1, quote: UInt8(ascii: "\""), &flags, &hash)
                        if close < 0 { break values }
                    }
                    offset = close &+ 1
                } else {
                    offset = parseRareKey(offset, &flags, &hash)
                    if offset < 0 { break values }
                }
                // There is room for it; `open` is on the tape.
                unsafe nodes[count] = TapeNode(
                    start: UInt32(truncatingIfNeeded: keyStart), end: UInt32(truncatingIfNeeded: offset), next: 0,
                    count: 0, hash: hash, kind: .key, flags: flags)
                let filterBit = UInt64(1) &<< UInt64(truncatingIfNeeded: hash)
                let filter = unsafe UInt64(nodes[open].end) | UInt64(nodes[open].hash) &<< 32
                let members = unsafe nodes[open].count
                if filter & filterBit != 0, members <= Self.tableFrom {
                    nodeCount = count
                    if !isNewKey(count, open) { break values }
                }
                let updated = filter | filterBit
                unsafe nodes[open].end = UInt32(truncatingIfNeeded: updated)
                unsafe nodes[open].hash = UInt32(truncatingIfNeeded: updated &>> 32)
                unsafe nodes[open].count = members &+ 1
                count &+= 1

                if source[offset] != UInt8(ascii: ":") {
                    offset = skipTrivia(source, offset)
                    if source[offset] != UInt8(ascii: ":") {
                        fail(.expectedColon, offset, other: keyStart)
                        break values
                    }
                }
                offset &+= 1
                if source[offset] == 0x20 { offset &+= 1 }
                let first = source[offset]
                if first <= 0x20 || first == UInt8(ascii: "/") || first >= 0x80 { offset = skipTrivia(source, offset) }
            }

            // A value is expected at `offset`.
            let byte = source[offset]
            let valueStart = offset
            var flags: TapeNode.Flags = []
            let kind: TapeNode.Kind
            scalar: do {
                switch byte {
                case UInt8(ascii: "\""):
                    var close = Self.scanPlain(source, offset &+ 1, Self.doubleQuotes)
                    if source[close] != UInt8(ascii: "\"") {
                        close = scanRareString(from: close, offset &+ 1, quote: byte, &flags)
                        if close < 0 { break values }
                    }
                    offset = close &+ 1
                    kind = .string
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    offset = scanNumber(source, offset, &flags)
                    if offset < 0 { break values }
                    kind = .number
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth &+= 1
                    if depth > maximumDepth {
                        fail(.tooDeep, offset)
                        break values
                    }
                    deepest = max(deepest, depth)
                    inObject = byte == UInt8(ascii: "{")
                    // There is room for it.
                    unsafe nodes[count] = TapeNode(
                        start: UInt32(truncatingIfNeeded: offset), end: 0, next: UInt32(truncatingIfNeeded: open),
                        count: 0, hash: 0, kind: inObject ? .object : .array, flags: [])
                    open = count
                    count &+= 1
                    offset = skipTrivia(source, offset &+ 1)
                    if source[offset] == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                        kind = .array  // Empty: closed below.
                        break scalar
                    }
                    if !inObject { unsafe nodes[open].count = 1 }  // `open` is on the tape.
                    continue values
                case UInt8(ascii: "t") where source.halfWord(at: offset) == 0x6575_7274:
                    offset &+= 4
                    kind = .true
                case UInt8(ascii: "f") where source.halfWord(at: offset &+ 1) == 0x6573_6C61:
                    offset &+= 5
                    kind = .false
                case UInt8(ascii: "n") where source.halfWord(at: offset) == 0x6C6C_756E:
                    offset &+= 4
                    kind = .null
                default:
                    offset = scanRareValue(offset, &flags)
                    if offset < 0 { break values }
                    kind = byte == UInt8(ascii: "'") ? .string : .number
                }
                // There is room for it; the key of a member is the node before its value.
                unsafe nodes[count] = TapeNode(
                    start: UInt32(truncatingIfNeeded: valueStart), end: UInt32(truncatingIfNeeded: offset),
                    next: UInt32(truncatingIfNeeded: count &+ 1), count: 0, hash: 0, kind: kind, flags: flags)
                count &+= 1
                if inObject { unsafe nodes[count &- 2].next = UInt32(truncatingIfNeeded: count) }
            }

            // Behind a value, or before the bracket that closes an empty container.
            while true {
                if open < 0 {
                    nodeCount = count
                    self.deepest = deepest
                    return offset
                }
                var byte = source[offset]
                if byte <= 0x20 || byte == UInt8(ascii: "/") || byte >= 0x80 {
                    offset = skipTrivia(source, offset)
                    byte = source[offset]
                }
                let closing = inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                if byte == UInt8(ascii: ",") {
                    let comma = offset
                    offset = skipTrivia(source, offset &+ 1)
                    if source[offset] != closing {
                        if !inObject { unsafe nodes[open].count &+= 1 }  // `open` is on the tape.
                        continue values
                    }
                    if !json5 {
                        fail(.trailingComma, comma)
                        break values
                    }
                } else if byte != closing {
                    fail(.expectedCommaOrClose, offset, other: Int(unsafe nodes[open].start))  // As above.
                    break values
                }
                // Closes the container.
                offset &+= 1
                let container = open
                // `container` is on the tape; so is its parent, and its key before it.
                if inObject, unsafe nodes[container].count > Self.tableFrom {
                    nodeCount = count
                    if !buildTable(container) { break values }
                } else {
                    unsafe nodes[container].hash = 0
                }
                unsafe nodes[container].end = UInt32(truncatingIfNeeded: offset)
                open = unsafe Int(Int32(bitPattern: nodes[container].next))
                unsafe nodes[container].next = UInt32(truncatingIfNeeded: count)
                depth &-= 1
                if open >= 0 {
                    inObject = unsafe nodes[open].kind == .object
                    if inObject { unsafe nodes[container &- 1].next = UInt32(truncatingIfNeeded: count) }
                }
            }
        }
        nodeCount = count
        return -1
    }
}
