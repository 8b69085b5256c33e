/// How values of a type are decoded, remembered by type.
///
/// Whether a type decodes itself directly (arrays, dictionaries, optionals) can only be told by a dynamic cast, and the
/// first in a process costs as much as decoding a whole file of 1 KiB. So a type is first decoded as any other, and
/// asked when it comes again, or at once where much depends on it.
@safe
struct TypePlans: ~Copyable {
    enum Plan {
        /// Met for the first time: nothing is known.
        case new
        /// Met before, not asked yet.
        case seen
        /// Decodes itself through a decoder, as `Codable` has it.
        case ordinary
        /// One of the types that have a form of their own in a settings file, or are read without a container.
        case scalar(ScalarType)
        /// A container of the standard library that need not go through `Codable`.
        case direct(any DirectlyDecodable.Type)
        /// The same for encoding.
        case directlyEncoded(any DirectlyEncodable.Type)
    }

    /// A plan that stands, for the fastest look-up.
    struct Decided {
        static let count = 32

        var type: ObjectIdentifier?
        var plan = Plan.new

        @inline(__always)
        static func index(_ type: ObjectIdentifier) -> Int { TypePlans.index(type) & (count - 1) }
    }

    private struct Slot {
        var type: ObjectIdentifier?
        var plan = Plan.new
        /// Whether the type is `ValidatableSettings`, once that was asked.
        var validates: Bool?
    }

    /// An open hash table; at most half of it is used. (Memory of its own: an array would cost the first run in a
    /// process the making of its type.)
    private var slots: UnsafeMutablePointer<Slot>
    private var capacity = 64
    private var used = 0
    /// Whether a plan was learnt in this run.
    private(set) var isNew = false
    /// How many plans were made without asking, in this run.
    var undecidedUses = 0

    init() {
        // Freed in `deinit` or when it grows; every slot is initialised.
        unsafe slots = .allocate(capacity: capacity)
        unsafe slots.initialize(repeating: Slot(), count: capacity)
    }

    deinit { unsafe slots.deallocate() }  // Slots are trivial.

    @inline(__always)
    private static func index(_ type: ObjectIdentifier) -> Int {
        let bits = UInt(bitPattern: type) >> 4
        return Int(truncatingIfNeeded: bits ^ (bits >> 7))
    }

    mutating func beginRun() {
        isNew = false
        undecidedUses = 0
    }

    func plan(of type: ObjectIdentifier) -> Plan { unsafe slots[index(of: type)].plan }  // Within the table.

    mutating func set(_ plan: Plan, for type: ObjectIdentifier) {
        isNew = true
        // Found first: that may make the table anew. Within the table.
        let index = slot(for: type)
        unsafe slots[index].plan = plan
    }

    /// Whether settings of a type can say whether they make sense. Asked once: the answer is a dynamic cast.
    mutating func validates<T>(_ type: T.Type) -> Bool {
        let index = slot(for: ObjectIdentifier(type))
        // Within the table.
        if let known = unsafe slots[index].validates { return known }
        let validates = type is any ValidatableSettings.Type
        unsafe slots[index].validates = validates
        return validates
    }

    /// The slot of a type, or the free one where it would be.
    private func index(of type: ObjectIdentifier) -> Int {
        var index = Self.index(type) & (capacity - 1)
        // Within the table by the mask; half of it is free.
        while let known = unsafe slots[index].type, known != type { index = (index + 1) & (capacity - 1) }
        return index
    }

    /// The slot of a type, which is its own from now on.
    private mutating func slot(for type: ObjectIdentifier) -> Int {
        let index = index(of: type)
        // Within the table.
        if unsafe slots[index].type != nil { return index }
        if used * 2 >= capacity {
            grow()
            return slot(for: type)
        }
        used += 1
        unsafe slots[index].type = type
        return index
    }

    private mutating func grow() {
        let (old, count) = unsafe (slots, capacity)
        capacity = count * 2
        // As in the initialiser; the old slots are read within their number.
        unsafe slots = .allocate(capacity: capacity)
        unsafe slots.initialize(repeating: Slot(), count: capacity)
        for position in 0..<count {
            guard let type = unsafe old[position].type else { continue }
            unsafe slots[index(of: type)] = old[position]
        }
        unsafe old.deallocate()
    }
}
