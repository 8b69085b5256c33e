import Glibc

extension StreamSink {
    /// Writes an array, taking over what it has in common with the one in its place in the encoding before.
    ///
    /// Elements with the same bits are the same: where bits say where other memory is, that memory is held by the old
    /// array, so that nobody can have changed it (who changes a copy of it gets memory of his own). References to
    /// objects that change under them would be another matter; elements that might have some are written anew.
    func remembered<Element: Encodable>(_ elements: [Element], _ memory: ArrayMemory) throws {
        memory.isInside = true
        defer { memory.isInside = false }
        let node = unsafe stream.state.pointee.nodeCount
        stream.openContainer(slot: slot, depth: depth, isObject: false)
        var index = 0
        var origin: Int?
        if let previous = memory.previous, let old = memory.counterpart(Element.self),
            !ReferenceSearch.mayHaveObjects(elements[0])
        {
            let storage = previous.document.storage
            let runs = Self.common(old.elements, elements)
            if Int(storage[old.node].count) != old.elements.count {
                // Something was left out of that encoding: its elements are not where they should be.
            } else if runs.count == 1, runs[0].new == elements.indices, old.elements.count == elements.count,
                let end = storage.endOfLastElement(of: old.node)
            {
                stream.elements(
                    old.node + 1..<storage.next(old.node), count: elements.count, to: end, of: storage, slot: slot,
                    depth: depth)
                index = elements.count
                origin = old.node
            } else {
                let children = storage.children(of: old.node)
                for run in runs {
                    while index < run.new.lowerBound { try element(elements, &index) }
                    let end = run.old + run.new.count
                    stream.elements(
                        children[run.old]..<(end < children.count ? children[end] : storage.next(old.node)),
                        count: run.new.count, to: storage.range(children[end - 1]).upperBound, of: storage,
                        slot: slot, depth: depth)
                    index = run.new.upperBound
                }
            }
        }
        while index < elements.count { try element(elements, &index) }
        stream.close(to: depth)
        memory.remember(elements, node, takenFrom: origin)
    }

    private func element<Element: Encodable>(_ elements: [Element], _ index: inout Int) throws {
        stream.element(slot: slot, depth: depth)
        try stream.encode(elements[index], slot: stream.newSlot(), depth: depth + 1)
        index += 1
    }

    /// Where two arrays have the same bits.
    private static func common<Element>(_ old: [Element], _ new: [Element]) -> [CommonRun] {
        let (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
        // The buffers do not leave the calls, and each index is below its array's count.
        return unsafe old.withUnsafeBytes { old in
            unsafe new.withUnsafeBytes { new in
                if unsafe old.baseAddress == new.baseAddress {
                    return [CommonRun(new: 0..<new.count / stride, old: 0)]
                }
                return CommonRun.all(old: old.count / stride, new: new.count / stride) { left, right in
                    unsafe memcmp(old.baseAddress! + left * stride, new.baseAddress! + right * stride, size) == 0
                }
            }
        }
    }
}

extension DocumentStorage {
    /// Where the last element of an array ends, if it stands right before the bracket, as encoders write it.
    fileprivate func endOfLastElement(of array: Int) -> Int? {
        let end = range(array).upperBound - 1
        return switch source[end - 1] {
        case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): nil
        default: end
        }
    }
}
