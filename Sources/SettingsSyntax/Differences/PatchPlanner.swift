/// Brings a difference to a document that may have more than what the difference is about.
///
/// `from` and `to` are what the difference compares; `target` is the text at hand. Where it has what `from` has, it gets
/// what `to` has. What only the target has (keys that a program does not know, records that another one added) stays;
/// where it lacks what the change goes into, or has something of another kind there, it gets the whole of it from `to`.
/// Only an overlay, which has the rest below it, gets no more than the change where it lacks the object that it goes into.
struct PatchPlanner {
    let from: DocumentStorage
    let to: DocumentStorage
    let target: DocumentStorage
    /// Whether the target is laid over defaults that have what it lacks.
    var isOverlay = false

    /// What is to become of the target's value, or nil for nothing.
    func patch(_ delta: Delta, _ old: Int, _ new: Int, _ node: Int) -> Patch? {
        switch delta {
        case .object(let members) where target.kind(node) == .object:
            return wrapped(objectPatch(members, node))
        case .positions where isOverlay, .records where isOverlay:
            // An array has nothing of the defaults.
            return PatchPlanner(from: from, to: to, target: target).patch(delta, old, new, node)
        case .positions where target.kind(node) == .array:
            if hasSamePlaces(old, node) { return wrapped(positionsPatch(old, new, node)) }
            // The target's records came, went or moved meanwhile: each is found by its `id`.
            guard let matches = RecordIDs.matching(from, old, to, new) else { return transforming(node, new) }
            return recordsPatch(DeltaWalk(from, to).records(matches), old, new, node)
        case .records(let records) where target.kind(node) == .array:
            return recordsPatch(records, old, new, node)
        case .replaced where from !== target:
            return transforming(node, new)
        case .replaced:
            return .replace(to.value(new))
        default:
            return transforming(node, new)
        }
    }

    /// What makes the target's value exactly that of `to`, or nil where it is already.
    func transforming(_ node: Int, _ new: Int) -> Patch? {
        guard let delta = DeltaWalk(target, to).delta(node, new) else { return nil }
        if case .replaced = delta { return .replace(to.value(new)) }
        return PatchPlanner(from: target, to: to, target: target).patch(delta, node, new, node)
    }

    /// Whether an element of the target is the one that stands at its place in `from`, as far as can be told.
    private func hasSamePlaces(_ old: Int, _ node: Int) -> Bool {
        from === target || from[old].count == target[node].count && RecordIDs.sameOrder(from, old, target, node)
    }

    private func recordsPatch(_ records: [Delta.RecordDelta], _ old: Int, _ new: Int, _ node: Int) -> Patch? {
        guard let elements = RecordIDs.elements(target, node) else { return transforming(node, new) }
        return wrapped(RecordMerge(self, old, records, node, elements).patch)
    }

    private func wrapped(_ patch: ContainerPatch) -> Patch? { patch.isEmpty ? nil : .container(patch) }

    private func objectPatch(_ members: [Delta.MemberDelta], _ node: Int) -> ContainerPatch {
        var patch = ContainerPatch()
        let end = target.next(node)
        var hint: Int?
        func find(_ key: Int, _ storage: DocumentStorage) -> Int? {
            if storage === target, let parent = Optional(node), key > parent, key < end { return key + 1 }
            guard let found = target.member(likeKey: key, of: storage, in: node, after: hint) else { return nil }
            hint = found
            return found
        }
        func insert(_ key: Int) {
            patch.inserted.append(.init(anchor: end, key: to.string(key), content: .value(to.value(key + 1))))
        }
        for member in members {
            switch member {
            case .changed(let old, let new, let delta):
                if let value = find(old - 1, from) {
                    if let change = self.patch(delta, old, new, value) { patch.changed.append((value - 1, change)) }
                } else if let value = content(delta, new) {
                    patch.inserted.append(.init(anchor: end, key: to.string(new - 1), content: .value(value)))
                }
            case .added(let key):
                if let value = find(key, to) {
                    if let change = transforming(value, key + 1) { patch.changed.append((value - 1, change)) }
                } else {
                    insert(key)
                }
            case .removed(let key):
                if let value = find(key, from) { patch.removed.append(value - 1) }
            }
        }
        patch.changed.sort { $0.child < $1.child }
        patch.removed.sort()
        return patch
    }

    /// What the target gets for a value that it lacks and that changed; nil for nothing.
    private func content(_ delta: Delta, _ new: Int) -> SettingsValue? {
        guard isOverlay, case .object(let members) = delta else { return to.value(new) }
        var object = SettingsObject()
        for member in members {
            switch member {
            case .changed(_, let new, let delta): object[to.string(new - 1)] = content(delta, new)
            case .added(let key): object[to.string(key)] = to.value(key + 1)
            case .removed: break
            }
        }
        return object.isEmpty ? nil : .object(object)
    }

    /// Elements at the beginning and at the end that are equal stay; those between change in their places as far as
    /// there are as many, and the rest comes or goes behind them.
    private func positionsPatch(_ old: Int, _ new: Int, _ node: Int) -> ContainerPatch {
        let olds = from.children(of: old)
        let news = to.children(of: new)
        let targets = target.children(of: node)
        let walk = DeltaWalk(from, to)
        var patch = ContainerPatch()
        var first = 0
        if olds.count != news.count {
            while first < min(olds.count, news.count), walk.delta(olds[first], news[first]) == nil { first += 1 }
        }
        var last = 0
        while olds.count != news.count, last < min(olds.count, news.count) - first,
            walk.delta(olds[olds.count - 1 - last], news[news.count - 1 - last]) == nil
        {
            last += 1
        }
        let oldEnd = olds.count - last
        let newEnd = news.count - last
        let paired = min(oldEnd, newEnd)
        for index in first..<paired {
            if let delta = walk.delta(olds[index], news[index]),
                let change = self.patch(delta, olds[index], news[index], targets[index])
            {
                patch.changed.append((targets[index], change))
            }
        }
        if paired < oldEnd { patch.removed = Array(targets[paired..<oldEnd]) }
        let anchor = oldEnd < targets.count ? targets[oldEnd] : target.next(node)
        for index in paired..<max(newEnd, paired) {
            patch.inserted.append(.init(anchor: anchor, content: .value(to.value(news[index]))))
        }
        return patch
    }
}
