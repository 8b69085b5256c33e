import CLinux
import Synchronization

/// Who is reading something that others replace: counts that readers go up and down, each thread in a place of its own,
/// so that many readers do not wait for one another's cache lines.
///
/// Sendable without being checked: the memory belongs to this object, and is only touched by atomic operations.
@safe
@usableFromInline
final class ReadPins: @unchecked Sendable {
    /// Two cache lines, which processors fetch together.
    private static let stride = 128
    private static let count = 16

    private let memory: UnsafeMutableRawPointer

    init() {
        // unsafe: memory of our own, freed in deinit; zero is the bit pattern of an atomic zero
        unsafe memory = .allocate(byteCount: Self.stride * Self.count, alignment: Self.stride)
        for index in 0..<Self.count {
            unsafe (memory + index * Self.stride).bindMemory(to: Atomic<Int>.self, capacity: 1)
                .initialize(to: Atomic(0))
        }
    }

    deinit {
        // unsafe: the last reference is gone, so nobody reads
        unsafe memory.deallocate()
    }

    /// Begins to read on this thread; the result ends it, on whatever thread.
    @usableFromInline
    func pin() -> Int {
        // Thread descriptors lie pages apart, and their lowest bits are all alike.
        let thread = clinux_thread()
        let place = Int(truncatingIfNeeded: (thread >> 12) ^ (thread >> 6)) & (Self.count - 1)
        // In one order with the writer's exchange and look: either the writer sees this, or what is loaded next is new.
        unsafe counter(place).pointee.add(1, ordering: .sequentiallyConsistent)
        return place
    }

    @usableFromInline
    func unpin(_ place: Int) { unsafe counter(place).pointee.subtract(1, ordering: .releasing) }

    /// Whether each place was once empty, beginning with `place`: then everybody who was reading when this was called
    /// first has come to an end. `place` goes up as far as that is certain.
    func isPast(_ place: inout Int) -> Bool {
        while place < Self.count {
            guard unsafe counter(place).pointee.load(ordering: .sequentiallyConsistent) == 0 else { return false }
            place += 1
        }
        return true
    }

    private func counter(_ place: Int) -> UnsafeMutablePointer<Atomic<Int>> {
        // unsafe: `place` is below `count`
        unsafe (memory + place * Self.stride).assumingMemoryBound(to: Atomic<Int>.self)
    }
}
