internal import Synchronization

/// How values of a type are decoded, remembered by type.
///
/// Whether a type decodes itself directly (arrays, dictionaries, optionals) can only be told by a dynamic cast, and the
/// first in a process costs as much as decoding a whole file of 1 KiB. So a type is first decoded as any other, and
/// asked when it comes again, or at once where much depends on it.
struct TypePlans: Sendable {
    enum Plan: Sendable {
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

    private struct Slot: Sendable {
        var type: ObjectIdentifier
        var plan: Plan
    }

    /// An open hash table; at most half of it is used.
    private var slots: [Slot?] = Array(repeating: nil, count: 64)
    private var used = 0
    /// Whether a plan was learnt that the process does not share yet.
    private(set) var isNew = false
    /// How many plans were made without asking.
    var undecidedUses = 0

    @inline(__always)
    private static func index(_ type: ObjectIdentifier) -> Int {
        let bits = UInt(bitPattern: type) >> 4
        return Int(truncatingIfNeeded: bits ^ (bits >> 7))
    }

    @inline(__always)
    func plan(of type: ObjectIdentifier) -> Plan {
        var index = Self.index(type) & (slots.count - 1)
        while let slot = slots[index] {
            if slot.type == type { return slot.plan }
            index = (index + 1) & (slots.count - 1)
        }
        return .new
    }

    mutating func set(_ plan: Plan, for type: ObjectIdentifier) {
        isNew = true
        if used * 2 >= slots.count {
            let old = slots
            slots = Array(repeating: nil, count: old.count * 2)
            used = 0
            for case let slot? in old { insert(slot) }
        }
        insert(Slot(type: type, plan: plan))
    }

    private mutating func insert(_ new: Slot) {
        var index = Self.index(new.type) & (slots.count - 1)
        while let slot = slots[index] {
            if slot.type == new.type {
                slots[index] = new
                return
            }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index] = new
        used += 1
    }

    // MARK: The process's own

    /// What the process has learnt so far, of decoding and of encoding.
    private static let decoding = Mutex(TypePlans())
    private static let encoding = Mutex(TypePlans())

    static func knownForDecoding() -> TypePlans { decoding.withLock { $0 } }
    static func knownForEncoding() -> TypePlans { encoding.withLock { $0 } }

    /// Shares what a run has learnt. Where two runs learn at once, one's share may be lost: it is learnt again.
    func shareForDecoding() { if isNew { Self.decoding.withLock { [shared] in $0 = shared } } }
    func shareForEncoding() { if isNew { Self.encoding.withLock { [shared] in $0 = shared } } }

    private var shared: TypePlans {
        var copy = self
        copy.isNew = false
        copy.undecidedUses = 0
        return copy
    }
}
