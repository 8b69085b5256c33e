extension SettingsValue: Hashable {
    /// Strings are equal when their Unicode scalars are; `é` and `e` + U+0301 differ. Numbers are equal when their exact
    /// values are, objects when they have equal members, in any order.
    public static func == (left: SettingsValue, right: SettingsValue) -> Bool {
        // Without recursion: values may be nested as deep as a document allows.
        var pending: [(SettingsValue, SettingsValue)] = []
        guard matches(left, right, &pending) else { return false }
        while let (left, right) = pending.popLast() {
            switch (left, right) {
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                for index in left.indices {
                    guard matches(left[index], right[index], &pending) else { return false }
                }
            case (.object(let left), .object(let right)):
                guard left.count == right.count else { return false }
                for (position, member) in left.members.enumerated() {
                    // Mostly the order is the same.
                    let other = right.members[position]
                    let isSamePlace = ExactKey(other.key) == ExactKey(member.key)
                    guard let value = isSamePlace ? other.value : right[member.key],
                        matches(member.value, value, &pending)
                    else { return false }
                }
            default: return false
            }
        }
        return true
    }

    /// Whether two values are equal; of containers that is left for later.
    private static func matches(
        _ left: SettingsValue, _ right: SettingsValue, _ pending: inout [(SettingsValue, SettingsValue)]
    ) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return ExactKey(left) == ExactKey(right)
        case (.array, .array), (.object, .object):
            pending.append((left, right))
            return true
        default: return false
        }
    }

    public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: Self.hashedLevels) }

    /// What lies deeper than this shows in no hash.
    fileprivate static let hashedLevels = 8

    fileprivate func hash(into hasher: inout Hasher, levels: Int) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(ExactKey(value))
        case .array(let elements):
            hasher.combine(elements.count)
            if levels > 0 { for element in elements { element.hash(into: &hasher, levels: levels - 1) } }
        case .object(let object): object.hash(into: &hasher, levels: levels)
        }
    }
}

extension SettingsObject: Hashable {
    public static func == (left: SettingsObject, right: SettingsObject) -> Bool {
        SettingsValue.object(left) == .object(right)
    }

    public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: SettingsValue.hashedLevels) }

    fileprivate func hash(into hasher: inout Hasher, levels: Int) {
        hasher.combine(count)
        guard levels > 0 else { return }
        // Independent of the order.
        var sum = 0
        for member in members {
            var inner = Hasher()
            inner.combine(ExactKey(member.key))
            member.value.hash(into: &inner, levels: levels - 1)
            sum &+= inner.finalize()
        }
        hasher.combine(sum)
    }
}
