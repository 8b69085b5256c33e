internal import Synchronization

/// What other threads have for the owner's thread: a list without a lock, newest first.
///
/// Atomics rather than a lock: a thread that posts is never held up, and the thread sanitizer understands them.
final class Inbox: Sendable {
    // The links are kept as bit patterns (0: none): a pointer is not Sendable, and what makes these safe to share is the
    // order of the exchanges below.
    private struct Node {
        var command: Command
        var next: UInt
    }

    private let head = Atomic<UInt>(0)

    /// Whether the list was empty: then the thread must be woken.
    func post(_ command: Command) -> Bool {
        // Unsafe: the node belongs to the list from the exchange on, and to the one taker after that.
        let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
        var expected = head.load(ordering: .relaxed)
        unsafe node.initialize(to: Node(command: command, next: expected))
        let bits = UInt(bitPattern: node)
        while true {
            let (done, found) = head.weakCompareExchange(expected: expected, desired: bits, ordering: .releasing)
            if done { return expected == 0 }
            expected = found
            unsafe node.pointee.next = found
        }
    }

    var isEmpty: Bool { head.load(ordering: .relaxed) == 0 }

    /// Everything posted so far, oldest first.
    func take() -> [Command] {
        guard head.load(ordering: .relaxed) != 0 else { return [] }
        var bits = head.exchange(0, ordering: .acquiring)
        var result: [Command] = []
        // Unsafe: nobody else reaches the nodes once the head is taken.
        while let node = unsafe UnsafeMutablePointer<Node>(bitPattern: bits) {
            result.append(unsafe node.pointee.command)
            bits = unsafe node.pointee.next
            unsafe node.deinitialize(count: 1)
            unsafe node.deallocate()
        }
        result.reverse()
        return result
    }
}
