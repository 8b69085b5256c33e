/// Makes the list of changes from a difference of tapes.
struct ChangeList {
    typealias Change = SettingsDifference.Change

    let from: DocumentStorage
    let to: DocumentStorage
    let includingValues: Bool
    private(set) var changes: [Change] = []

    init(from: DocumentStorage, to: DocumentStorage, includingValues: Bool) {
        self.from = from
        self.to = to
        self.includingValues = includingValues
    }

    mutating func append(_ delta: Delta, _ old: Int, _ new: Int, at path: SettingsPath) {
        switch delta {
        case .replaced: append(path, old: old, new: new)
        case .object(let members):
            for member in members {
                switch member {
                case .changed(let oldValue, let newValue, let delta):
                    append(delta, oldValue, newValue, at: path.appending(.key(to.string(newValue - 1))))
                case .added(let key): append(path.appending(.key(to.string(key))), old: nil, new: key + 1)
                case .removed(let key): append(path.appending(.key(from.string(key))), old: key + 1, new: nil)
                }
            }
        case .positions(let elements, let oldCount, let newCount):
            for element in elements {
                append(element.delta, element.from, element.to, at: path.appending(.index(element.index)))
            }
            appendTail(from, old, from: newCount, to: oldCount) { list, index, node in
                list.append(path.appending(.index(index)), old: node, new: nil)
            }
            appendTail(to, new, from: oldCount, to: newCount) { list, index, node in
                list.append(path.appending(.index(index)), old: nil, new: node)
            }
        case .records(let records): append(records, old, at: path)
        }
    }

    /// Calls `body` for the elements of an array from one position to another.
    private mutating func appendTail(
        _ storage: DocumentStorage, _ array: Int, from first: Int, to end: Int,
        _ body: (inout ChangeList, Int, Int) -> Void
    ) {
        guard first < end, var node = storage.element(first, of: array) else { return }
        for index in first..<end {
            body(&self, index, node)
            node = storage.next(node)
        }
    }

    private mutating func append(_ records: [Delta.RecordDelta], _ old: Int, at path: SettingsPath) {
        let staying = LongestRun.positions(records.compactMap { $0.from?.index })
        var kept: Set<Int> = []
        for (position, record) in records.enumerated() {
            guard let source = record.from else {
                append(path.appending(.index(position)), old: nil, new: record.to)
                continue
            }
            kept.insert(source.index)
            let place = path.appending(.index(source.index))
            if !staying.contains(source.index) {
                append(place, old: source.node, new: record.to, movedTo: position)
            } else if let delta = record.delta {
                append(delta, source.node, record.to, at: place)
            }
        }
        appendTail(from, old, from: 0, to: Int(from[old].count)) { list, index, node in
            if !kept.contains(index) { list.append(path.appending(.index(index)), old: node, new: nil) }
        }
    }

    private mutating func append(_ path: SettingsPath, old: Int?, new: Int?, movedTo: Int? = nil) {
        changes.append(
            Change(
                path: path, old: includingValues ? old.map { from.value($0) } : nil,
                new: includingValues ? new.map { to.value($0) } : nil, movedTo: movedTo))
    }
}

/// The most elements that can stay where they are while others are moved around them.
enum LongestRun {
    /// Of distinct numbers, those of a longest rising subsequence.
    static func positions(_ numbers: [Int]) -> Set<Int> {
        var tails: [Int] = []  // Positions in `numbers` of the least last element of a run of each length.
        var previous = [Int](repeating: -1, count: numbers.count)
        for (position, number) in numbers.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[position] = tails[low - 1] }
            if low == tails.count { tails.append(position) } else { tails[low] = position }
        }
        var result: Set<Int> = []
        var position = tails.last ?? -1
        while position >= 0 {
            result.insert(numbers[position])
            position = previous[position]
        }
        return result
    }
}
