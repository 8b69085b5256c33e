extension JSONParser {
    /// Whether no other member of the open object has the key of the node `key`; where one has, says so.
    @inline(never)
    mutating func isNewKey(_ key: Int, _ open: Int) -> Bool {
        // All positions are on the tape: the members so far, each followed by the next.
        let hash = unsafe nodes[key].hash
        var other = open + 1
        while other < key {
            if unsafe nodes[other].hash == hash, sameKey(other, key) { return note(other, key) }
            other = unsafe Int(nodes[other].next)
        }
        return true
    }

    /// Builds the table of an object's keys; false if two are the same and that is refused.
    @inline(never)
    mutating func buildTable(_ object: Int) -> Bool {
        // All positions are on the tape, which ends behind the object's last member.
        let members = unsafe Int(nodes[object].count)
        var size = 64
        while size < members * 3 / 2 { size *= 2 }
        let position = tables.count
        tables.append(UInt32(size))
        tables.append(contentsOf: repeatElement(0, count: size))
        let mask = size - 1
        var key = object + 1
        while key < nodeCount {
            let hash = unsafe nodes[key].hash
            var slot = Int(hash) & mask
            var isNew = true
            while tables[position + 1 + slot] != 0 {
                let other = Int(tables[position + 1 + slot])
                if unsafe nodes[other].hash == hash, sameKey(other, key) {
                    if !note(other, key) { return false }
                    isNew = false
                    break
                }
                slot = (slot + 1) & mask
            }
            if isNew { tables[position + 1 + slot] = UInt32(truncatingIfNeeded: key) }
            key = unsafe Int(nodes[key].next)
        }
        unsafe nodes[object].hash = UInt32(position + 1)
        return true
    }

    private mutating func note(_ first: Int, _ second: Int) -> Bool {
        if refusesDuplicates {
            // Both are on the tape.
            fail(.duplicateKey, unsafe Int(nodes[second].start), other: unsafe Int(nodes[first].start))
            return false
        }
        duplicates.append((first, second))
        return true
    }

    private func sameKey(_ left: Int, _ right: Int) -> Bool {
        let left = unsafe nodes[left]  // Both are on the tape.
        let right = unsafe nodes[right]
        let leftContent = contentRange(left)
        let rightContent = contentRange(right)
        if left.flags.contains(.escaped) || right.flags.contains(.escaped) {
            return Unescaping.content(of: source, leftContent, identifier: left.flags.contains(.unquoted))
                == Unescaping.content(of: source, rightContent, identifier: right.flags.contains(.unquoted))
        }
        return leftContent.count == rightContent.count
            && source.matches(leftContent.lowerBound, source, rightContent.lowerBound, count: leftContent.count)
    }

    private func contentRange(_ node: TapeNode) -> Range<Int> {
        let quote = node.flags.contains(.unquoted) ? 0 : 1
        return Int(node.start) + quote..<Int(node.end) - quote
    }
}
