extension SettingsDifference {
    /// The same difference, for a text that is laid over defaults.
    ///
    /// What is gone and would show through from the defaults becomes a `null`, at the place among the members that it
    /// had. Where the text lacks what a change goes into, `apply` adds no more than the change: the defaults supply the
    /// rest.
    ///
    /// - Throws: `.tooDeep` as `init(from:to:)` of values.
    package func overlay(on defaults: SettingsDocument) throws(SettingsError) -> SettingsDifference {
        var overlay = self
        let levels = max(from.depth, to.depth, defaults.storage.depth)
        if let root, StackRoom.reserving(levels: levels, { Self.hides(root, in: 0, of: defaults.storage, from) }) {
            let hiding = StackRoom.reserving(levels: levels) {
                Self.hiding(in: to.value(0), from.value(0), defaults.storage.value(0))
            }
            let document = try SettingsDocument(hiding, maximumDepth: SettingsDocument.highestMaximumDepth)
            let walk = DeltaWalk(from, document.storage)
            overlay = SettingsDifference(
                from: from, to: document.storage, root: StackRoom.reserving(levels: levels) { walk.delta(0, 0) })
        }
        overlay.isOverlay = true
        return overlay
    }

    /// Whether a member is gone that the defaults have too.
    private static func hides(
        _ delta: Delta, in node: Int, of defaults: DocumentStorage, _ from: DocumentStorage
    ) -> Bool {
        guard case .object(let members) = delta, defaults.kind(node) == .object else { return false }
        return members.contains { member in
            switch member {
            case .changed(let old, _, let delta):
                guard case .object = delta,
                    let below = defaults.member(likeKey: old - 1, of: from, in: node, after: nil)
                else { return false }
                return hides(delta, in: below, of: defaults, from)
            case .removed(let key): return defaults.member(likeKey: key, of: from, in: node, after: nil) != nil
            case .added: return false
            }
        }
    }

    /// The new value with a `null` for each member that only the old value and the defaults have.
    private static func hiding(
        in new: SettingsValue, _ old: SettingsValue, _ defaults: SettingsValue
    ) -> SettingsValue {
        guard case .object(let newMembers) = new, case .object(let oldMembers) = old,
            case .object(let defaultMembers) = defaults
        else { return new }
        var result = SettingsObject()
        var rest = newMembers.members[...]
        func append(_ member: SettingsObject.Member) {
            if let old = oldMembers[member.key], let below = defaultMembers[member.key] {
                result[member.key] = hiding(in: member.value, old, below)
            } else {
                result[member.key] = member.value
            }
        }
        for key in oldMembers.keys {
            if newMembers[key] != nil {
                while result[key] == nil, let member = rest.popFirst() { append(member) }
            } else if defaultMembers[key] != nil {
                result[key] = SettingsValue.null
            }
        }
        for member in rest { append(member) }
        return .object(result)
    }
}
