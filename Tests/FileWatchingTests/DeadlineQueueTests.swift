import Testing

@testable import FileWatching

@Suite("Deadlines")
struct DeadlineQueueTests {
    @Test("Keys come out in the order of their moments, and none before it is due")
    func order() {
        var queue = DeadlineQueue<String>()
        queue.set("late", at: 30)
        queue.set("early", at: 10)
        queue.set("middle", at: 20)
        #expect(queue.next() == 10)
        #expect(queue.popDue(at: 9) == nil)
        #expect(queue.popDue(at: 25) == "early")
        #expect(queue.popDue(at: 25) == "middle")
        #expect(queue.popDue(at: 25) == nil)
        #expect(queue.popDue(at: 30) == "late")
        #expect(queue.isEmpty)
    }

    @Test("A new moment replaces the old one, earlier or later")
    func replace() {
        var queue = DeadlineQueue<String>()
        queue.set("a", at: 10)
        queue.set("a", at: 50)
        #expect(queue.popDue(at: 49) == nil)
        queue.set("a", at: 20)
        #expect(queue.popDue(at: 20) == "a")
        #expect(queue.next() == nil)
    }

    @Test("What was taken back is never due")
    func remove() {
        var queue = DeadlineQueue<String>()
        queue.set("a", at: 10)
        queue.remove("a")
        #expect(queue.next() == nil)
        #expect(queue.popDue(at: .max) == nil)
    }

    @Test("Ten thousand replacements keep the right moment of each key")
    func many() {
        var queue = DeadlineQueue<Int>()
        for round in Int64(0)..<1000 {
            for key in 0..<10 { queue.set(key, at: 1_000_000 - round * 10 + Int64(key)) }
        }
        let order = (0..<10).compactMap { _ in queue.popDue(at: .max) }
        #expect(order == Array(0..<10))
        #expect(queue.isEmpty)
    }

    @Test("Every interleaving of six calls does what a plain table of moments would")
    func everyInterleaving() {
        enum Call { case set(Int, Int64), remove(Int), pop(Int64) }
        let calls: [Call] = [
            .set(0, 1), .set(0, 2), .set(1, 1), .set(1, 3), .remove(0), .remove(1), .pop(1), .pop(3),
        ]
        var differences = 0
        func explore(_ queue: DeadlineQueue<Int>, _ table: [Int: Int64], _ depth: Int) {
            var look = queue
            if look.next() != table.values.min() || look.isEmpty != table.isEmpty { differences += 1 }
            guard depth > 0 else { return }
            for call in calls {
                var (queue, table) = (queue, table)
                switch call {
                case .set(let key, let moment):
                    queue.set(key, at: moment)
                    table[key] = moment
                case .remove(let key):
                    queue.remove(key)
                    table[key] = nil
                case .pop(let now):
                    // Of two keys of one moment either may come first.
                    let key = queue.popDue(at: now)
                    let moment = key.flatMap { table.removeValue(forKey: $0) }
                    let earliest = (table.values + [moment].compactMap { $0 }).min()
                    if moment != earliest.flatMap({ $0 <= now ? $0 : nil }) { differences += 1 }
                }
                explore(queue, table, depth - 1)
            }
        }
        explore(DeadlineQueue(), [:], 6)
        #expect(differences == 0)
    }
}
