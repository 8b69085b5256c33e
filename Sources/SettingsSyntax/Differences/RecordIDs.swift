/// Arrays whose elements are all objects with an `id` of their own.
enum RecordIDs {
    private static let key = LookupKey("id")

    /// The node of an element's `id`, if it has one that is a string or a number.
    static func id(_ storage: DocumentStorage, _ element: Int) -> Int? {
        guard storage.kind(element) == .object, let id = storage.member(key, in: element),
            storage.kind(id) == .string || storage.kind(id) == .number
        else { return nil }
        return id
    }

    /// The elements of an array by their `id`, or nil where one has none or two have the same.
    static func elements(_ storage: DocumentStorage, _ array: Int) -> [SettingsValue: (node: Int, index: Int)]? {
        var elements: [SettingsValue: (node: Int, index: Int)] = [:]
        elements.reserveCapacity(Int(storage[array].count))
        var node = array + 1
        for index in 0..<Int(storage[array].count) {
            guard let id = id(storage, node), elements.updateValue((node, index), forKey: storage.value(id)) == nil
            else {
                return nil
            }
            node = storage.next(node)
        }
        return elements
    }

    /// As `matching`, but nil too where going by position comes to the same.
    static func differing(
        _ from: DocumentStorage, _ old: Int, _ to: DocumentStorage, _ new: Int
    ) -> [(node: Int, old: (node: Int, index: Int)?)]? {
        guard from[old].count > 0, to[new].count > 0, !sameOrder(from, old, to, new) else { return nil }
        return matching(from, old, to, new)
    }

    /// For each element of the new array the one of the old array with the same `id`; nil where elements cannot be told
    /// by their `id`.
    static func matching(
        _ from: DocumentStorage, _ old: Int, _ to: DocumentStorage, _ new: Int
    ) -> [(node: Int, old: (node: Int, index: Int)?)]? {
        guard let oldElements = elements(from, old), elements(to, new) != nil else { return nil }
        var result: [(node: Int, old: (node: Int, index: Int)?)] = []
        result.reserveCapacity(Int(to[new].count))
        var node = new + 1
        for _ in 0..<Int(to[new].count) {
            result.append((node, id(to, node).flatMap { oldElements[to.value($0)] }))
            node = to.next(node)
        }
        return result
    }

    /// Whether the elements of the shorter array have the same `id`s in the same order as the first of the longer one.
    static func sameOrder(_ from: DocumentStorage, _ old: Int, _ to: DocumentStorage, _ new: Int) -> Bool {
        var oldNode = old + 1
        var newNode = new + 1
        for _ in 0..<Int(min(from[old].count, to[new].count)) {
            guard let left = id(from, oldNode), let right = id(to, newNode) else { return true }
            guard from.kind(left) == to.kind(right) else { return false }
            let (first, second) = (from.range(left), to.range(right))
            guard first.count == second.count,
                from.source.matches(first.lowerBound, to.source, second.lowerBound, count: first.count)
            else { return false }
            oldNode = from.next(oldNode)
            newNode = to.next(newNode)
        }
        return true
    }
}
