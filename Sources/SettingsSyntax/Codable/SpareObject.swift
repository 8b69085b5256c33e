internal import Synchronization

/// A place for one object that nobody uses at the moment, and that the next one who needs its like may have.
@safe
struct SpareObject<Object: AnyObject & SendableMetatype>: ~Copyable, Sendable {
    // `Sendable`, though `Object` need not be: who takes it is its only owner, and who keeps it here gives it up.

    /// The address of the object, which is retained for it; 0 where there is none.
    private let address = Atomic<UInt>(0)

    init() {}

    @inline(__always)
    func take() -> Object? {
        let bits = address.exchange(0, ordering: .acquiring)
        guard let object = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
        // What lies here was retained, and nobody else has it now.
        return unsafe Unmanaged<Object>.fromOpaque(object).takeRetainedValue()
    }

    /// Takes an object, unless there is one already; the caller uses it no more.
    @inline(__always)
    func keep(_ object: Object) {
        let retained = unsafe Unmanaged.passRetained(object)
        let (isKept, _) = unsafe address.compareExchange(
            expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .acquiringAndReleasing)
        if !isKept { unsafe retained.release() }  // As it was retained above.
    }
}
