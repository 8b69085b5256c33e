/// Proves that an edited text says what was intended: the old values outside the patch, the patch's values within.
struct PatchCheck {
    let old: DocumentStorage
    let new: DocumentStorage

    /// Whether the new value is the old one with the patch applied.
    func holds(_ oldNode: Int, _ patch: Patch, _ newNode: Int) -> Bool {
        switch patch {
        case .replace(let value):
            return new.value(newNode) == value
        case .container(let container):
            let kind = old.kind(oldNode)
            guard kind == new.kind(newNode), kind == .object || kind == .array else { return false }
            return holds(oldNode, container, newNode, isObject: kind == .object)
        }
    }

    private func holds(_ oldNode: Int, _ patch: ContainerPatch, _ newNode: Int, isObject: Bool) -> Bool {
        var node = newNode + 1
        let end = new.next(newNode)
        for step in PatchedChildren(old, oldNode, patch).steps {
            switch step {
            case .same(let first, let last):
                guard node + (last - first) <= end, same(first..<last, node) else { return false }
                node += last - first
            case .changed(let child, let patch):
                guard node < end else { return false }
                if isObject {
                    guard same(child..<child + 1, node) else { return false }
                    node += 1
                }
                guard holds(isObject ? child + 1 : child, patch, node) else { return false }
                node = new.next(node)
            case .inserted(let insertion):
                guard node < end, holds(insertion, &node, isObject: isObject) else { return false }
            }
        }
        return node == end
    }

    private func holds(_ insertion: ContainerPatch.Insertion, _ node: inout Int, isObject: Bool) -> Bool {
        if isObject {
            guard let key = insertion.key, ExactKey(new.string(node)) == ExactKey(key) else { return false }
            node += 1
        }
        defer { node = new.next(node) }
        switch insertion.content {
        case .value(let value): return new.value(node) == value
        case .moved(let child, let patch?): return holds(child, patch, node)
        case .moved(let child, nil):
            let last = old.next(child)
            return node + (last - child) <= new.nodeCount && same(child..<last, node)
        }
    }

    /// Whether a stretch of the old tape is found again in the new one, token for token.
    private func same(_ nodes: Range<Int>, _ start: Int) -> Bool {
        guard let first = nodes.first, let last = nodes.last else { return true }
        guard start + nodes.count <= new.nodeCount else { return false }
        // Mostly the stretch is the same text, moved along: then places need only be compared.
        let from = Int(old[first].start)
        let length = Int(max(old[last].end, old[first].end)) - from
        let newFrom = Int(new[start].start)
        let isMoved =
            newFrom + length <= new.byteCount && old.source.matches(from, new.source, newFrom, count: length)
        let shift = UInt32(truncatingIfNeeded: newFrom &- from)
        let nodeShift = UInt32(truncatingIfNeeded: start &- first)
        for node in nodes {
            let left = old[node]
            let right = new[start + (node - first)]
            // A single key stands for itself, without the value behind it.
            guard left.kind == right.kind, left.count == right.count, left.flags == right.flags,
                left.next &+ nodeShift == right.next || nodes.count == 1 && left.kind == .key
            else { return false }
            if isMoved, left.start &+ shift == right.start, left.end &+ shift == right.end { continue }
            if left.kind == .object || left.kind == .array { continue }
            guard left.end - left.start == right.end - right.start,
                old.source.matches(Int(left.start), new.source, Int(right.start), count: Int(left.end - left.start))
            else { return false }
        }
        return true
    }
}
