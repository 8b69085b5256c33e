extension DocumentStorage {
    /// The node at a path, or nil where there is none.
    package func node(at path: SettingsPath) -> Int? {
        var node = 0
        for component in path.components {
            guard let child = child(component, of: node) else { return nil }
            node = child
        }
        return node
    }

    /// The value that one step leads to, or nil.
    ///
    /// A key that is written like a position (`0`, `17`) names an element where the container is an array, since an
    /// RFC 6901 pointer does not tell the one from the other.
    package func child(_ component: SettingsPath.Component, of node: Int) -> Int? {
        switch (component, kind(node)) {
        case (.key(let key), .object): lastMember(key, in: node)
        case (.key(let key), .array): SettingsPath.position(key).flatMap { element($0, of: node) }
        case (.index(let index), .array): element(index, of: node)
        default: nil
        }
    }

    /// The element at a position, or nil.
    package func element(_ index: Int, of array: Int) -> Int? {
        guard index >= 0, index < Int(self[array].count) else { return nil }
        var node = array + 1
        for _ in 0..<index { node = next(node) }
        return node
    }

    /// As `member(_:in:after:)`; where a document was read with duplicate keys, the last of them.
    private func lastMember(_ key: String, in object: Int) -> Int? {
        guard let found = member(key, in: object) else { return nil }
        guard hasDuplicates else { return found }
        var last = found
        var node = next(found)
        let end = next(object)
        while node < end {
            if contentEquals(node, self, found - 1) { last = node + 1 }
            node = next(node)
        }
        return last
    }

    /// The path of a value or of a key, found again from the index.
    package func path(of target: Int) -> SettingsPath {
        var components: [SettingsPath.Component] = []
        var node = 0
        while node != target {
            let isObject = kind(node) == .object
            guard isObject || kind(node) == .array else { break }
            var child = node + 1
            var position = 0
            while next(child) <= target {
                child = next(child)
                position += 1
            }
            components.append(isObject ? .key(string(child)) : .index(position))
            if child == target { break }
            node = isObject ? child + 1 : child
        }
        return SettingsPath(components)
    }
}
