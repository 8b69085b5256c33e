/// Brings a difference of records, known by their `id`, to an array that may have others besides.
///
/// The records take the order of the new array. Records that only the target has stay behind the one that they followed;
/// records that only the target lacks stay away, unless they changed.
struct RecordMerge {
    private(set) var patch = ContainerPatch()

    private enum Item {
        case target(node: Int, index: Int, Patch?)
        case value(SettingsValue)
    }

    init(
        _ planner: PatchPlanner, _ old: Int, _ records: [Delta.RecordDelta], _ array: Int,
        _ elements: [SettingsValue: (node: Int, index: Int)]
    ) {
        let (to, target) = (planner.to, planner.target)
        var items: [Item] = []
        var placed: Set<Int> = []
        for record in records {
            guard let id = RecordIDs.id(to, record.to).map({ to.value($0) }) else { continue }
            if let there = elements[id] {
                placed.insert(there.index)
                let change: Patch? =
                    if let source = record.from {
                        record.delta.flatMap { planner.patch($0, source.node, record.to, there.node) }
                    } else {
                        planner.transforming(there.node, record.to)
                    }
                items.append(.target(node: there.node, index: there.index, change))
            } else if record.from == nil || record.delta != nil {
                items.append(.value(to.value(record.to)))
            }
        }
        let children = target.children(of: array)
        let old = RecordIDs.elements(planner.from, old) ?? [:]
        Self.keepOthers(children, target, old, &placed, &items)

        let staying = LongestRun.positions(
            items.compactMap { if case .target(_, let index, _) = $0 { index } else { nil } })
        for index in children.indices where !staying.contains(index) { patch.removed.append(children[index]) }
        var anchor = target.next(array)
        var inserted: [ContainerPatch.Insertion] = []
        for item in items.reversed() {
            switch item {
            case .target(let node, let index, let change) where staying.contains(index):
                anchor = node
                if let change { patch.changed.append((node, change)) }
            case .target(let node, _, let change):
                inserted.append(.init(anchor: anchor, content: .moved(node, change)))
            case .value(let value): inserted.append(.init(anchor: anchor, content: .value(value)))
            }
        }
        patch.changed.reverse()
        patch.inserted = inserted.reversed()
    }

    /// Puts the records that neither the old nor the new array has behind the ones that they follow in the target.
    private static func keepOthers(
        _ children: [Int], _ target: DocumentStorage, _ old: [SettingsValue: (node: Int, index: Int)],
        _ placed: inout Set<Int>, _ items: inout [Item]
    ) {
        guard placed.count < children.count else { return }
        var others: [(after: Int, node: Int, index: Int)] = []
        var previous = -1
        for (index, node) in children.enumerated() {
            if !placed.contains(index) {
                guard let id = RecordIDs.id(target, node), old[target.value(id)] == nil else { continue }
                others.append((previous, node, index))
            }
            previous = index
        }
        guard !others.isEmpty else { return }
        var following: [Int: [Item]] = [:]
        for other in others {
            following[other.after, default: []].append(.target(node: other.node, index: other.index, nil))
        }
        var result: [Item] = []
        // Each one may be followed by others in turn.
        func append(_ item: Item) {
            var waiting = [item]
            while let next = waiting.popLast() {
                result.append(next)
                if case .target(_, let index, _) = next { waiting += (following[index] ?? []).reversed() }
            }
        }
        for item in following[-1] ?? [] { append(item) }
        for item in items { append(item) }
        items = result
    }
}
