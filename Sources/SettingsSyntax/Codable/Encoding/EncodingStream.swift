/// Writes a value's text as the value tells of itself, into memory that becomes the document's.
///
/// That works where containers are filled one after the other, as nearly all types do. Where a type goes back to a
/// container that is closed, uses a super encoder late, or asks for its coding path, `isComplete` turns false and the
/// value is encoded once more by way of a tree.
@safe
final class EncodingStream {
    /// A container that is being filled.
    private struct Open {
        /// The slot that it fills.
        var slot: UInt32
        var isObject: Bool
        var isEmpty = true
    }

    /// What changes with every byte. Behind a pointer: stored properties of a class would be checked for exclusive
    /// access each time, which costs more than the writing.
    private struct State {
        var arena: Arena
        var count = 0
        var capacity: Int
        /// Containers within each other, the outermost first.
        var openCount = 0
        /// The slot that waits for its value; 0 for none.
        var waiting: UInt32 = 0
        var lastSlot: UInt32 = 0
        var isComplete = true
    }

    /// How deep values may lie within each other, as in a document.
    static let maximumDepth = 512

    let format: SettingsFormat
    let userInfo: [CodingUserInfoKey: any Sendable]
    var plans = TypePlans()
    /// The plans in use, each where its type's address says.
    let decided: UnsafeMutablePointer<TypePlans.Decided>
    private let state: UnsafeMutablePointer<State>
    private let open: UnsafeMutablePointer<Open>
    private var isHandedOver = false

    init(format: SettingsFormat, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.format = format
        self.userInfo = userInfo
        // What is allocated here is freed in `deinit`.
        unsafe decided = .allocate(capacity: TypePlans.Decided.count)
        unsafe decided.initialize(repeating: TypePlans.Decided(), count: TypePlans.Decided.count)
        unsafe state = .allocate(capacity: 1)
        unsafe open = .allocate(capacity: Self.maximumDepth + 1)
        let size = 4096
        unsafe state.initialize(to: State(arena: Arena(size: size), capacity: size - SourceBytes.padding))
    }

    deinit {
        if !isHandedOver { unsafe state.pointee.arena.free() }
        unsafe decided.deallocate()
        unsafe state.deallocate()
        unsafe open.deallocate()
    }

    /// Whether the text says all that the value told.
    var isComplete: Bool { unsafe state.pointee.isComplete }

    /// The text, read again: that gives the index, and finds what must not be.
    func document() throws(SettingsError) -> SettingsDocument {
        isHandedOver = true
        return try unsafe SettingsDocument(
            arena: state.pointee.arena, byteCount: state.pointee.count, format: format, file: nil,
            maximumDepth: Self.maximumDepth)
    }

    /// The stream cannot go on as it should: the value is to be encoded by way of a tree.
    func giveUp() { unsafe state.pointee.isComplete = false }

    func root(_ value: some Encodable) throws {
        try encode(value, slot: newSlot(), depth: 0)
        close(to: 0)
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

    /// Opens the container of a slot, or goes on with the one that is open (a class and its superclass share one).
    @inline(__always)
    func openContainer(slot: UInt32, depth: Int, isObject: Bool) {
        guard isWaiting(slot) else {
            let isSame = unsafe isOpen(slot, depth) && open[depth].isObject == isObject
            if !isSame { giveUp() }
            return
        }
        unsafe state.pointee.waiting = 0
        guard unsafe state.pointee.openCount == depth, depth <= Self.maximumDepth else { return giveUp() }
        // There is room for one more than the greatest depth.
        unsafe (open + depth).initialize(to: Open(slot: slot, isObject: isObject))
        unsafe state.pointee.openCount = depth + 1
        byte(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    @inline(__always)
    func close(to depth: Int) {
        while unsafe state.pointee.openCount > depth {
            unsafe state.pointee.openCount -= 1
            let isObject = unsafe open[state.pointee.openCount].isObject
            byte(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Makes a container the innermost one and begins its next item.
    @inline(__always)
    private func next(slot: UInt32, depth: Int) {
        guard isWaiting(0), isOpen(slot, depth) else { return giveUp() }
        close(to: depth + 1)
        if unsafe open[depth].isEmpty { unsafe open[depth].isEmpty = false } else { byte(UInt8(ascii: ",")) }
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

    // MARK: Bytes. Each writes within the arena, having made the room.

    @inline(__always)
    private func reserve(_ more: Int) {
        if unsafe state.pointee.count + more > state.pointee.capacity { grow(more) }
    }

    @inline(never)
    private func grow(_ more: Int) {
        let (arena, count) = unsafe (state.pointee.arena, state.pointee.count)
        let size = unsafe max(state.pointee.capacity * 2, count + more) + SourceBytes.padding
        unsafe state.pointee.arena = arena.grown(to: size, used: count)
        unsafe state.pointee.capacity = size - SourceBytes.padding
    }

    @inline(__always)
    private var target: UnsafeMutablePointer<UInt8> {
        unsafe state.pointee.arena.base.assumingMemoryBound(to: UInt8.self) + state.pointee.count
    }

    @inline(__always)
    func byte(_ byte: UInt8) {
        reserve(1)
        unsafe target.pointee = byte
        unsafe state.pointee.count += 1
    }

    func literal(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        unsafe target.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe state.pointee.count += text.utf8CodeUnitCount
    }

    /// Text as it is: numbers, and what was encoded before.
    func raw(_ text: String) {
        var text = text
        text.withUTF8 { text in
            reserve(text.count)
            if let start = text.baseAddress { unsafe target.update(from: start, count: text.count) }
            unsafe state.pointee.count += text.count
        }
    }

    @inline(__always)
    func string(_ text: String) {
        var text = text
        text.withUTF8 { text in
            // The longest escape has six bytes.
            reserve(text.count * 6 + 2)
            let start = unsafe target
            unsafe state.pointee.count += StringText.write(text, to: start) - start
        }
    }

    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ value: Value) {
        guard let magnitude = UInt64(exactly: value.magnitude) else { return raw(value.description) }
        reserve(20)
        unsafe state.pointee.count += IntegerText.write(magnitude, isNegative: value < 0, to: target)
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
