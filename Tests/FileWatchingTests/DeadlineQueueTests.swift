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
}
