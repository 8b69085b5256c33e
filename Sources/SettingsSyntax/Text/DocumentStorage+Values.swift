extension DocumentStorage {
    /// The tree of a subtree, built without recursion.
    package func value(_ root: Int) -> SettingsValue {
        guard let scalar = scalar(root) else { return containerValue(root) }
        return scalar
    }

    private struct Open {
        var end: Int
        var key: String?
        var isObject: Bool
        var elements: [SettingsValue] = []
        var members: [SettingsObject.Member] = []
    }

    private func containerValue(_ root: Int) -> SettingsValue {
        var stack: [Open] = []
        var node = root
        var key: String?
        while true {
            let entry = self[node]
            var finished: SettingsValue?
            switch entry.kind {
            case .key:
                key = string(node)
                node += 1
                continue
            case .object, .array:
                var open = Open(end: Int(entry.next), key: key, isObject: entry.kind == .object)
                if open.isObject {
                    open.members.reserveCapacity(Int(entry.count))
                } else {
                    open.elements.reserveCapacity(Int(entry.count))
                }
                stack.append(open)
            default:
                finished = scalar(node)
            }
            node += 1
            if let value = finished { Self.append(value, key, to: &stack[stack.count - 1]) }
            key = nil
            while let last = stack.last, last.end == node {
                let closed = stack.removeLast()
                let value: SettingsValue =
                    closed.isObject
                    ? .object(SettingsObject(storing: closed.members, mayRepeat: hasDuplicates))
                    : .array(closed.elements)
                if stack.isEmpty { return value }
                Self.append(value, closed.key, to: &stack[stack.count - 1])
            }
        }
    }

    private static func append(_ value: SettingsValue, _ key: String?, to open: inout Open) {
        if let key { open.members.append(.init(key, value)) } else { open.elements.append(value) }
    }

    private func scalar(_ node: Int) -> SettingsValue? {
        switch kind(node) {
        case .null: .null
        case .true: .bool(true)
        case .false: .bool(false)
        case .number: .number(SettingsNumber(verified: literal(node)))
        case .string, .key: .string(string(node))
        case .object, .array: nil
        }
    }
}
