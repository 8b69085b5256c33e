/// A key that is looked up: its UTF-8 and hash, made once.
package struct LookupKey {
    package let string: String
    let hash: UInt32

    package init(_ string: String) {
        var native = string
        native.makeContiguousUTF8()
        self.string = native
        // The buffer does not leave the call.
        hash = unsafe native.utf8.withContiguousStorageIfAvailable { unsafe KeyHash.of($0) } ?? 0
    }
}

extension DocumentStorage {
    /// The value of a member of an object, by its key, or nil.
    ///
    /// - Parameter hint: The value found before in the same object, or nil. The member behind it is looked at first,
    ///   since whoever reads an object mostly asks for its members in their order.
    package func member(_ key: String, in object: Int, after hint: Int? = nil) -> Int? {
        var key = key
        // The buffer does not leave the call.
        return key.withUTF8 { unsafe member(utf8: $0, hash: KeyHash.of($0), in: object, after: hint) }
    }

    /// The same, for a key whose hash is known.
    package func member(_ key: LookupKey, in object: Int, after hint: Int? = nil) -> Int? {
        // The buffer does not leave the call.
        unsafe key.string.utf8.withContiguousStorageIfAvailable {
            unsafe member(utf8: $0, hash: key.hash, in: object, after: hint)
        } ?? nil
    }

    /// The value of the member of an object that has the same key as a member of this or another document.
    package func member(likeKey keyNode: Int, of other: DocumentStorage, in object: Int, after hint: Int? = nil) -> Int?
    {
        let hash = other[keyNode].hash
        let container = self[object]
        guard container.count > 0 else { return nil }
        return search(container, object, hash: hash, after: hint) { contentEquals($0, other, keyNode) }
    }

    private func member(
        utf8: UnsafeBufferPointer<UInt8>, hash: UInt32, in object: Int, after hint: Int?
    ) -> Int? {
        let container = self[object]
        guard container.kind == .object, container.count > 0 else { return nil }
        return search(container, object, hash: hash, after: hint) { unsafe keyEquals($0, utf8) }
    }

    @inline(__always)
    private func search(
        _ container: TapeNode, _ object: Int, hash: UInt32, after hint: Int?, _ isIt: (Int) -> Bool
    ) -> Int? {
        let end = Int(container.next)
        var first = object + 1
        if let hint {
            let following = next(hint)
            if following < end {
                if self[following].hash == hash, isIt(following) { return following + 1 }
                first = following
            }
        }
        if container.hash != 0 { return searchTable(Int(container.hash) - 1, hash: hash, isIt) }
        // From the hint to the end, then from the beginning to the hint.
        var key = first
        while key < end {
            if self[key].hash == hash, isIt(key) { return key + 1 }
            key = next(key)
        }
        key = object + 1
        while key < first {
            if self[key].hash == hash, isIt(key) { return key + 1 }
            key = next(key)
        }
        return nil
    }

    private func searchTable(_ position: Int, hash: UInt32, _ isIt: (Int) -> Bool) -> Int? {
        let mask = Int(tables[position]) - 1
        var slot = Int(hash) & mask
        while true {
            let key = Int(tables[position + 1 + slot])
            if key == 0 { return nil }
            if self[key].hash == hash, isIt(key) { return key + 1 }
            slot = (slot + 1) & mask
        }
    }

    private func keyEquals(_ node: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let entry = self[node]
        if entry.flags.contains(.escaped) {
            // Both buffers live through the call.
            return unsafe withUTF8(of: node) { unsafe $0.elementsEqual(utf8) }
        }
        let content = contentRange(entry)
        guard content.count == utf8.count else { return false }
        var offset = 0
        while offset + 8 <= utf8.count {
            // Within the buffer by the loop's condition.
            let raw = unsafe UnsafeRawPointer(utf8.baseAddress! + offset)
            let word = unsafe UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
            if word != source.word(at: content.lowerBound + offset) { return false }
            offset += 8
        }
        while offset < utf8.count {
            // Within the buffer by the loop's condition.
            if unsafe utf8[offset] != source[content.lowerBound + offset] { return false }
            offset += 1
        }
        return true
    }
}
