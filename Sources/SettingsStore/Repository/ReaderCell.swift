internal import Synchronization

/// The last committed value, for readers on any thread that wait for nobody.
///
/// A reader pins, loads the address of the value, uses it and unpins. A writer exchanges the address, and lets the old
/// value go once every place of the pins has been empty: nobody who came before the exchange still reads then, and who
/// came after it found the new value. Where somebody reads on and on, the old value waits for the next commit.
///
/// Sendable without being checked: the address is atomic; a value is never changed; `retired` has a lock.
@safe
@usableFromInline
final class ReaderCell<Value: Sendable>: @unchecked Sendable {
    /// A value that was replaced, and may still be read.
    private struct Retired {
        var address: UInt
        /// As far as the pins were seen to be empty since.
        var place = 0
    }

    /// The address of the value, in memory that belongs to this cell.
    private let address: Atomic<UInt>
    private let pins = ReadPins()
    private let retired = Locked<[Retired]>([])

    init(_ value: Value) {
        address = Atomic(Self.kept(value))
    }

    deinit {
        // The last reference is gone, so nobody reads.
        Self.free(address.load(ordering: .relaxed))
        retired.withLock { for old in $0 { Self.free(old.address) } }
    }

    private static func kept(_ value: Value) -> UInt {
        // unsafe: memory of our own, freed below
        let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
        return UInt(bitPattern: pointer)
    }

    /// - Precondition: `address` came from `kept`, and nobody has it any more.
    private static func free(_ address: UInt) {
        // unsafe: as the precondition says
        let pointer = unsafe UnsafeMutablePointer<Value>(bitPattern: address)!
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    // MARK: Reading

    /// Begins to read: values stay where they are until the result is unpinned.
    @usableFromInline
    func pin() -> Int { pins.pin() }

    @usableFromInline
    func unpin(_ place: Int) { pins.unpin(place) }

    /// Where the value of the moment is, for who has pinned.
    @usableFromInline
    var pointer: UnsafePointer<Value> {
        // unsafe: the address is always one of a value
        unsafe UnsafePointer(bitPattern: address.load(ordering: .sequentiallyConsistent))!
    }

    // MARK: Writing

    /// Puts another value in the place of the one that is there.
    func store(_ value: Value) {
        let old = address.exchange(Self.kept(value), ordering: .sequentiallyConsistent)
        retired.withLock { $0.append(Retired(address: old)) }
    }

    /// Lets go of the values that nobody reads any more.
    func collect() {
        let free = retired.withLock { retired -> [UInt] in
            var free: [UInt] = []
            for index in retired.indices {
                // Reads are short: a place that is not empty will be in a moment.
                let isFree = (0..<100).contains { _ in pins.isPast(&retired[index].place) }
                if isFree { free.append(retired[index].address) }
            }
            retired.removeAll { free.contains($0.address) }
            return free
        }
        // Outside the lock: a large value takes its time.
        for address in free { Self.free(address) }
    }
}
