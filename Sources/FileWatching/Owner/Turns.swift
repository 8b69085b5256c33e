/// Numbers that have their turn one after the other, each once before any comes again. Those that are added have theirs in
/// the next round.
package struct Turns {
    private var members: Set<Int> = []
    private var round: [Int] = []

    package init() {}

    package var count: Int { members.count }

    package mutating func insert(_ member: Int) { members.insert(member) }

    /// Whether it was there.
    package mutating func remove(_ member: Int) -> Bool { members.remove(member) != nil }

    package func contains(_ member: Int) -> Bool { members.contains(member) }

    /// Whose turn it is; nil where there is nobody.
    package mutating func next() -> Int? {
        while let member = round.popLast() {
            if members.contains(member) { return member }
        }
        round = Array(members)
        return round.popLast()
    }
}
