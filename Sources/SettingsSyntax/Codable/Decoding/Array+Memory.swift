extension Array where Element: Decodable {
    /// Decodes an array, taking over the elements that are written as they were in the document before.
    static func remembered(by session: DecodingSession, at place: Place, _ memory: ArrayMemory) throws -> [Element] {
        memory.isInside = true
        defer { memory.isInside = false }
        let storage = session.storage(place.layer)
        let array = Int(place.node)
        let counterpart = memory.counterpart(Element.self)
        if let old = counterpart, let before = memory.previous?.document.storage,
            old.elements.count == Int(storage[array].count), before.hasSameText(old.node, as: array, in: storage)
        {
            // Not copied: who encodes it next finds the same memory.
            memory.remember(old.elements, array)
            return old.elements
        }
        let children = storage.children(of: array)
        var result: [Element] = []
        var index = 0
        func decodeElement() throws {
            result.append(try session.value(Element.self, at: Place(UInt32(children[index]), layer: place.layer)))
            index += 1
        }
        if let previous = memory.previous, let old = counterpart {
            let before = previous.document.storage
            let oldChildren = before.children(of: old.node)
            let runs = CommonRun.all(old: oldChildren.count, new: children.count) { left, right in
                before.hasSameText(oldChildren[left], as: children[right], in: storage)
            }
            if runs.count == 1, runs[0].new == children.indices, old.elements.count == children.count {
                // Not copied: who encodes it next finds the same memory.
                result = old.elements
                index = children.count
            } else if old.elements.count == oldChildren.count {
                result.reserveCapacity(children.count)
                for run in runs {
                    while index < run.new.lowerBound { try decodeElement() }
                    result += old.elements[run.old..<run.old + run.new.count]
                    index = run.new.upperBound
                }
            }
        }
        if index < children.count {
            // Only now: it would copy what is taken over as a whole.
            result.reserveCapacity(children.count)
            while index < children.count { try decodeElement() }
        }
        memory.remember(result, array)
        return result
    }
}

extension DocumentStorage {
    /// Whether two values are written with the same bytes.
    package func hasSameText(_ node: Int, as other: Int, in storage: DocumentStorage) -> Bool {
        let (own, its) = (range(node), storage.range(other))
        guard own.count == its.count else { return false }
        return source.matches(own.lowerBound, storage.source, its.lowerBound, count: own.count)
    }
}
