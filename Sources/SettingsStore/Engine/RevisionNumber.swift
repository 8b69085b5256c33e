internal import Synchronization

/// The number of the current revision, for who has a copy of its value and asks whether that still holds.
@usableFromInline
final class RevisionNumber: Sendable {
    /// What no revision has: who asks must look for itself.
    static var none: Int { 0 }

    private let number = Atomic<Int>(1)

    init() {}

    /// One atomic load.
    @usableFromInline
    @inline(__always)
    var current: Int { number.load(ordering: .acquiring) }

    func store(_ newer: Int) { number.store(newer, ordering: .releasing) }
}
