/// Finds how two values differ by walking both tapes at once.
///
/// Every byte is compared once: where two containers differ at some place, their children before it are equal without
/// another look, and the child that holds it goes on from there.
struct DeltaWalk {
    let from: DocumentStorage
    let to: DocumentStorage
    /// Arrays whose text is known to be the same, in the order of their nodes.
    private let shared: [(new: Int, old: Int)]

    init(_ from: DocumentStorage, _ to: DocumentStorage, shared: [(new: Int, old: Int)] = []) {
        self.from = from
        self.to = to
        self.shared = shared
    }

    /// How `new` differs from `old`, or nil where they are equal.
    ///
    /// - Parameter known: How many bytes the two are known to have in common at their beginning.
    func delta(_ old: Int, _ new: Int, known: Int = 0) -> Delta? {
        let left = from[old]
        let right = to[new]
        let leftLength = Int(left.end - left.start)
        let rightLength = Int(right.end - right.start)
        let common: Int
        switch shared(at: new) {
        case .itself(let origin) where origin == old: return nil
        case .within where left.kind == right.kind: common = 0
        default: common = commonPrefix(left, right, known: known)
        }
        if common == leftLength, common == rightLength { return nil }
        switch (left.kind, right.kind) {
        case (.object, .object): return objects(old, new, known: common)
        case (.array, .array): return arrays(old, new, known: common)
        case (.string, .string): return from.contentEquals(old, to, new) ? nil : .replaced
        case (.number, .number): return sameNumber(old, new) ? nil : .replaced
        default: return left.kind == right.kind ? nil : .replaced
        }
    }

    private enum Shared {
        case itself(old: Int)
        /// Then its children are looked at one by one, so that these need not be.
        case within
        case none
    }

    private func shared(at new: Int) -> Shared {
        guard !shared.isEmpty else { return .none }
        var first = 0
        var end = shared.count
        while first < end {
            let middle = (first + end) / 2
            if shared[middle].new < new { first = middle + 1 } else { end = middle }
        }
        guard first < shared.count, shared[first].new < to.next(new) else { return .none }
        return shared[first].new == new ? .itself(old: shared[first].old) : .within
    }

    private func sameNumber(_ old: Int, _ new: Int) -> Bool {
        // Two plain integers with different text differ.
        if from[old].flags.contains(.plainInteger), to[new].flags.contains(.plainInteger) { return false }
        return SettingsNumber(verified: from.literal(old)) == SettingsNumber(verified: to.literal(new))
    }

    /// The length of the text that two values begin with.
    private func commonPrefix(_ left: TapeNode, _ right: TapeNode, known: Int) -> Int {
        let limit = Int(min(left.end - left.start, right.end - right.start))
        let leftStart = Int(left.start)
        let rightStart = Int(right.start)
        let first = from.source
        let second = to.source
        var length = max(known, 0)
        while length + 8 <= limit {
            let difference = first.word(at: leftStart + length) ^ second.word(at: rightStart + length)
            if difference != 0 { return length + difference.trailingZeroBitCount >> 3 }
            length += 8
        }
        while length < limit, first[leftStart + length] == second[rightStart + length] { length += 1 }
        return min(length, limit)
    }

    /// What two children are known to have in common, given what their containers have; nil where they are equal.
    @inline(__always)
    private func known(_ oldChild: Int, _ newChild: Int, _ old: Int, _ new: Int, _ known: Int) -> Int? {
        let left = from[oldChild]
        let right = to[newChild]
        let offset = Int(right.start - to[new].start)
        guard left.start - from[old].start == UInt32(offset), known > offset else { return 0 }
        // All of it, and what closes it: a number could go on.
        return known - offset > Int(right.end - right.start) ? nil : known - offset
    }

    private func objects(_ old: Int, _ new: Int, known common: Int) -> Delta? {
        var deltas: [Delta.MemberDelta] = []
        var matched = 0
        var hint: Int?
        var key = new + 1
        let end = to.next(new)
        while key < end {
            let newValue = key + 1
            if let oldValue = from.member(likeKey: key, of: to, in: old, after: hint) {
                matched += 1
                hint = oldValue
                if let known = known(oldValue, newValue, old, new, common),
                    let delta = delta(oldValue, newValue, known: known)
                {
                    deltas.append(.changed(from: oldValue, to: newValue, delta))
                }
            } else {
                deltas.append(.added(to: key))
            }
            key = to.next(key)
        }
        if matched < Int(from[old].count) {
            hint = nil
            var key = old + 1
            while key < from.next(old) {
                if let newValue = to.member(likeKey: key, of: from, in: new, after: hint) {
                    hint = newValue
                } else {
                    deltas.append(.removed(from: key))
                }
                key = from.next(key)
            }
        }
        return deltas.isEmpty ? nil : .object(deltas)
    }

    private func arrays(_ old: Int, _ new: Int, known common: Int) -> Delta? {
        if let matches = RecordIDs.differing(from, old, to, new) {
            let records = records(matches)
            // The `id`s may be the same ones, written in another way.
            let isSame =
                from[old].count == to[new].count
                && records.enumerated().allSatisfy { $1.from?.index == $0 && $1.delta == nil }
            return isSame ? nil : .records(records)
        }
        var deltas: [Delta.PositionDelta] = []
        var oldNode = old + 1
        var newNode = new + 1
        let oldCount = Int(from[old].count)
        let newCount = Int(to[new].count)
        for index in 0..<min(oldCount, newCount) {
            if let known = known(oldNode, newNode, old, new, common),
                let delta = delta(oldNode, newNode, known: known)
            {
                deltas.append(.init(index: index, from: oldNode, to: newNode, delta: delta))
            }
            oldNode = from.next(oldNode)
            newNode = to.next(newNode)
        }
        return deltas.isEmpty && oldCount == newCount ? nil : .positions(deltas, from: oldCount, to: newCount)
    }

    /// The differences of records that are known by their `id`.
    func records(_ matches: [(node: Int, old: (node: Int, index: Int)?)]) -> [Delta.RecordDelta] {
        matches.map { newNode, oldRecord in
            Delta.RecordDelta(to: newNode, from: oldRecord, delta: oldRecord.flatMap { delta($0.node, newNode) })
        }
    }
}
