extension SettingsDifference {
    /// The same difference, for a text that is laid over defaults.
    ///
    /// What is gone and would show through from the defaults becomes a `null`, at the place among the members that it
    /// had. Where the text lacks what a change goes into, `apply` adds no more than the change: the defaults supply the
    /// rest.
    ///
    /// - Parameter enums: where an object is an enum: its reader passes over the defaults' case, and would stumble over a
    ///   null for that.
    /// - Throws: `.tooDeep` as `init(from:to:)` of values.
    package func overlay(
        on defaults: SettingsDocument, enums: Set<SettingsPath> = []
    ) throws(SettingsError) -> SettingsDifference {
        var overlay = self
        let levels = max(from.depth, to.depth, defaults.storage.depth)
        if let root, StackRoom.reserving(levels: levels, { hides(root, to: 0, in: 0, of: defaults.storage) }) {
            let hiding = StackRoom.reserving(levels: levels) {
                Hiding(enums: enums).hiding(in: to.value(0), from.value(0), defaults.storage.value(0), at: .root)
            }
            let document = try SettingsDocument(hiding, maximumDepth: SettingsDocument.highestMaximumDepth)
            let walk = DeltaWalk(from, document.storage)
            overlay = SettingsDifference(
                from: from, to: document.storage, root: StackRoom.reserving(levels: levels) { walk.delta(0, 0) })
        }
        overlay.isOverlay = true
        return overlay
    }

    /// Whether the defaults have a member that the new value has not, within what differs.
    private func hides(_ delta: Delta, to new: Int, in node: Int, of defaults: DocumentStorage) -> Bool {
        guard case .object(let members) = delta else { return lacks(new, node, of: defaults) }
        guard defaults.kind(node) == .object else { return false }
        return members.contains { member in
            switch member {
            case .changed(_, let new, let delta):
                guard let below = defaults.member(likeKey: new - 1, of: to, in: node) else { return false }
                return hides(delta, to: new, in: below, of: defaults)
            case .removed(let key): return defaults.member(likeKey: key, of: from, in: node) != nil
            case .added(let key):
                guard let below = defaults.member(likeKey: key, of: to, in: node) else { return false }
                return lacks(key + 1, below, of: defaults)
            }
        }
    }

    /// Whether an object of the defaults has a member, at any depth, that the object in its place has not.
    private func lacks(_ new: Int, _ node: Int, of defaults: DocumentStorage) -> Bool {
        guard to.kind(new) == .object, defaults.kind(node) == .object else { return false }
        var key = defaults.firstChild(of: node)
        let end = defaults.next(node)
        while key < end {
            guard let value = to.member(likeKey: key, of: defaults, in: new) else { return true }
            if lacks(value, key + 1, of: defaults) { return true }
            key = defaults.next(key)
        }
        return false
    }
}

/// Puts nulls where defaults would show through.
private struct Hiding {
    /// Objects in which nothing is hidden.
    let enums: Set<SettingsPath>

    /// The new value with a `null` for each member that it lacks, and the defaults would show.
    func hiding(
        in new: SettingsValue, _ old: SettingsValue, _ defaults: SettingsValue, at path: SettingsPath
    ) -> SettingsValue {
        guard case .object(let newMembers) = new, case .object(let defaultMembers) = defaults else { return new }
        // What replaces something else shows all of the defaults beneath it.
        guard case .object(let oldMembers) = old else { return covering(newMembers, defaultMembers, at: path) }
        let hides = !enums.contains(path)
        var result = SettingsObject()
        var rest = newMembers.members[...]
        func append(_ member: SettingsObject.Member) {
            guard let below = defaultMembers[member.key] else {
                result[member.key] = member.value
                return
            }
            result[member.key] = hiding(
                in: member.value, oldMembers[member.key] ?? .null, below, at: path.appending(.key(member.key)))
        }
        for key in oldMembers.keys {
            if newMembers[key] != nil {
                while result[key] == nil, let member = rest.popFirst() { append(member) }
            } else if hides, defaultMembers[key] != nil {
                result[key] = SettingsValue.null
            }
        }
        for member in rest { append(member) }
        return .object(result)
    }

    /// An object with a `null` for each member that only the defaults have.
    private func covering(_ new: SettingsObject, _ defaults: SettingsObject, at path: SettingsPath) -> SettingsValue {
        let hides = !enums.contains(path)
        var result = new
        for member in defaults.members {
            switch (new[member.key], member.value) {
            case (nil, _): if hides { result[member.key] = .null }
            case (.object(let inner)?, .object(let below)):
                result[member.key] = covering(inner, below, at: path.appending(.key(member.key)))
            default: break
            }
        }
        return .object(result)
    }
}
