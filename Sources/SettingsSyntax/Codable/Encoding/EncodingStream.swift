/// Writes a value's text as the value tells of itself, into memory that becomes the document's.
///
/// That works where containers are filled one after the other, as nearly all types do. Where a type goes back to a
/// container that is closed, uses a super encoder late, or asks for its coding path, `isComplete` turns false and the
/// value is encoded once more by way of a tree.
final class EncodingStream {
    /// A container that is being filled.
    struct Open {
        /// The slot that it fills.
        var slot: UInt32
        var isObject: Bool
        var isEmpty = true
    }

    /// How deep values may lie within each other, as in a document.
    static let maximumDepth = 512

    let format: SettingsFormat
    let userInfo: [CodingUserInfoKey: any Sendable]
    var plans = TypePlans.knownForEncoding()
    private(set) var isComplete = true

    private var arena: Arena
    private var count = 0
    private var capacity: Int
    private var open: [Open] = []
    /// The slot that waits for its value; 0 for none.
    private var waiting: UInt32 = 0
    private var lastSlot: UInt32 = 0
    private var isHandedOver = false

    init(format: SettingsFormat, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.format = format
        self.userInfo = userInfo
        arena = Arena(size: 4096)
        capacity = 4096 - SourceBytes.padding
        open.reserveCapacity(16)
    }

    deinit {
        if !isHandedOver { arena.free() }
    }

    /// The text, read again: that gives the index, and finds what must not be.
    func document() throws(SettingsError) -> SettingsDocument {
        isHandedOver = true
        return try SettingsDocument(
            arena: arena, byteCount: count, format: format, file: nil, maximumDepth: Self.maximumDepth)
    }

    /// The text alone.
    var bytes: [UInt8] {
        // The arena holds `count` bytes that were written.
        unsafe Array(UnsafeRawBufferPointer(start: arena.base, count: count))
    }

    /// The stream cannot go on as it should: the value is to be encoded by way of a tree.
    func giveUp() { isComplete = false }

    func root(_ value: some Encodable) throws {
        try encode(value, slot: newSlot(), depth: 0)
        close(to: 0)
    }

    // MARK: Slots: places for one value

    func newSlot() -> UInt32 {
        lastSlot += 1
        if waiting != 0 { giveUp() }
        waiting = lastSlot
        return lastSlot
    }

    /// Takes the place for a scalar or a new container.
    @inline(__always)
    func fill(_ slot: UInt32) {
        if waiting == slot { waiting = 0 } else { giveUp() }
    }

    func waiting(for slot: UInt32) -> Bool { waiting == slot }

    /// Opens the container of a slot, or goes on with the one that is open (a class and its superclass share one).
    func openContainer(slot: UInt32, depth: Int, isObject: Bool) {
        if waiting != slot {
            if depth >= open.count || open[depth].slot != slot || open[depth].isObject != isObject { giveUp() }
            return
        }
        waiting = 0
        if open.count != depth { giveUp() }
        open.append(Open(slot: slot, isObject: isObject))
        byte(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    @inline(__always)
    func close(to depth: Int) {
        while open.count > depth {
            byte(open.removeLast().isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Makes a container the innermost one and begins its next item.
    @inline(__always)
    private func next(slot: UInt32, depth: Int) {
        if waiting != 0 || depth >= open.count || open[depth].slot != slot {
            giveUp()
            return
        }
        close(to: depth + 1)
        if open[depth].isEmpty { open[depth].isEmpty = false } else { byte(UInt8(ascii: ",")) }
    }

    /// Begins an element of the array that fills `slot` at `depth`.
    @inline(__always)
    func element(slot: UInt32, depth: Int) { next(slot: slot, depth: depth) }

    /// Begins a member of the object that fills `slot` at `depth`.
    @inline(__always)
    func member(_ key: String, slot: UInt32, depth: Int) {
        next(slot: slot, depth: depth)
        string(key)
        byte(UInt8(ascii: ":"))
    }

    // MARK: Bytes

    @inline(__always)
    private func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    @inline(never)
    private func grow(_ more: Int) {
        let size = max(capacity * 2, count + more) + SourceBytes.padding
        arena = arena.grown(to: size, used: count)
        capacity = size - SourceBytes.padding
    }

    @inline(__always)
    func byte(_ byte: UInt8) {
        reserve(1)
        // Within the arena: room was just made.
        unsafe arena.base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    func literal(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        // Within the arena: room was just made.
        unsafe (arena.base + count).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// Text as it is: numbers, and what was encoded before.
    func raw(_ text: String) {
        var text = text
        text.withUTF8 { unsafe raw($0) }
    }

    @inline(__always)
    func raw(_ text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count)
        // Within the arena: room was just made.
        if let start = text.baseAddress { unsafe (arena.base + count).copyMemory(from: start, byteCount: text.count) }
        count += text.count
    }

    @inline(__always)
    func string(_ text: String) {
        var text = text
        text.withUTF8 { unsafe quoted($0) }
    }

    @inline(__always)
    private func quoted(_ text: UnsafeBufferPointer<UInt8>) {
        // The longest escape has six bytes.
        reserve(text.count * 6 + 2)
        // Within the arena: room was just made, and the reads stay within the text.
        let target = unsafe arena.base.assumingMemoryBound(to: UInt8.self)
        let end = unsafe StringText.write(text, to: target + count)
        count = unsafe end - target
    }

    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ value: Value) {
        guard let magnitude = UInt64(exactly: value.magnitude) else { return raw(value.description) }
        reserve(20)
        // Within the arena: room was just made.
        let target = unsafe arena.base.assumingMemoryBound(to: UInt8.self)
        count = unsafe IntegerText.write(magnitude, isNegative: value < 0, to: target, at: count)
    }

    func double(_ value: Double) throws {
        guard value.isFinite else { return try notFinite(value) }
        let whole = value.rounded(.towardZero)
        if whole == value, abs(value) < 1e15, value != 0 {
            integer(Int64(whole))
            literal(".0")
        } else {
            raw(value.description)
        }
    }

    func float(_ value: Float) throws {
        guard value.isFinite else { return try notFinite(Double(value)) }
        raw(value.description)
    }

    private func notFinite(_ value: Double) throws {
        guard let text = ScalarText.notFinite(value, format) else { throw ScalarText.refused(value) }
        raw(text)
    }
}
