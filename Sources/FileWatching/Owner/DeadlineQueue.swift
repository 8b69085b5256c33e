/// Moments at which something is due, one for each key. Pure: it is told what time it is.
package struct DeadlineQueue<Key: Hashable> {
    private var moments: [Key: Int64] = [:]
    private var heap: [(moment: Int64, key: Key)] = []

    package init() {}

    package var isEmpty: Bool { moments.isEmpty }

    /// Sets the moment of a key, in place of the one it had.
    package mutating func set(_ key: Key, at moment: Int64) {
        moments[key] = moment
        heap.append((moment, key))
        siftUp(heap.count - 1)
        // Deadlines that were replaced or taken back lie in the heap until they are due: not more of them than others.
        if heap.count > 2 * moments.count + 64 {
            heap = moments.map { ($0.value, $0.key) }.sorted { $0.0 < $1.0 }
        }
    }

    package mutating func remove(_ key: Key) {
        moments[key] = nil
    }

    package func contains(_ key: Key) -> Bool { moments[key] != nil }

    /// The earliest moment, or `nil` when nothing is waited for.
    package mutating func next() -> Int64? {
        while let first = heap.first {
            if moments[first.key] == first.moment { return first.moment }
            removeFirst()
        }
        return nil
    }

    /// Takes the earliest key that is due.
    package mutating func popDue(at now: Int64) -> Key? {
        guard let moment = next(), moment <= now else { return nil }
        let key = heap[0].key
        removeFirst()
        moments[key] = nil
        return key
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1].moment < heap[child].moment { child += 1 }
            guard heap[child].moment < heap[parent].moment else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }

    private mutating func siftUp(_ index: Int) {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].moment < heap[parent].moment else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }
}
