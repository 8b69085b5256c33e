import Testing

@testable import FileWatching

@Suite("Taking turns")
struct TurnsTests {
    @Test("Each has its turn before any has a second one, however the others fare")
    func turns() {
        var turns = Turns()
        let nobody = turns.next()
        #expect(nobody == nil)
        for member in 1...5 { turns.insert(member) }
        for _ in 0..<3 {
            let round = Set((0..<5).map { _ in turns.next() })
            #expect(round == [1, 2, 3, 4, 5])
        }
    }

    @Test("Who is gone has no turn, and who comes has one in the next round")
    func comingAndGoing() {
        var turns = Turns()
        for member in 1...3 { turns.insert(member) }
        let first = turns.next()!
        let gone = first % 3 + 1
        let wasThere = [turns.remove(gone), turns.remove(gone)]
        #expect(wasThere == [true, false])
        turns.insert(4)
        let last = Set([1, 2, 3]).subtracting([first, gone]).first!
        let next = turns.next()
        #expect(next == last)
        let round = Set((0..<3).map { _ in turns.next() })
        #expect(round == [first, last, 4])
    }
}
