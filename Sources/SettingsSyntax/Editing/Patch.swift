/// What an edit makes of a value.
indirect enum Patch: Sendable {
    /// Another value in its place.
    case replace(SettingsValue)
    /// The same container with other children.
    case container(ContainerPatch)
}

/// What an edit makes of the children of one container.
///
/// Children go by the node that they begin with: the key of a member, the first node of an element.
struct ContainerPatch: Sendable {
    /// A child that is added.
    struct Insertion: Sendable {
        enum Content: Sendable {
            case value(SettingsValue)
            /// An element that was elsewhere in the same array, with what becomes of it; it keeps its own text.
            case moved(Int, Patch?)
        }

        /// The child before which it goes, or the node behind the container for the end.
        var anchor: Int
        /// The key, in an object.
        var key: String?
        var content: Content
    }

    /// Children that stay where they are and change, in their order.
    var changed: [(child: Int, patch: Patch)] = []
    /// Children that go, in their order.
    var removed: [Int] = []
    /// Children that come, by their anchors, and those with the same one in their order.
    var inserted: [Insertion] = []

    var isEmpty: Bool { changed.isEmpty && removed.isEmpty && inserted.isEmpty }
}

/// The children of a container after an edit, as stretches of the old ones and single ones that differ.
///
/// Stretches, not children: an edit of one element of a hundred thousand takes note of three things.
struct PatchedChildren {
    enum Step {
        /// Children that stay as they are: nodes from `first` up to `end`.
        case same(first: Int, end: Int)
        case changed(child: Int, patch: Patch)
        case inserted(ContainerPatch.Insertion)
    }

    private(set) var steps: [Step] = []

    init(_ storage: DocumentStorage, _ container: Int, _ patch: ContainerPatch) {
        let end = storage.next(container)
        var node = container + 1
        var changed = patch.changed[...]
        var removed = patch.removed[...]
        var inserted = patch.inserted[...]
        while true {
            let stop = min(changed.first?.child ?? end, removed.first ?? end, inserted.first?.anchor ?? end)
            if stop > node {
                steps.append(.same(first: node, end: stop))
                node = stop
            }
            if let insertion = inserted.first, insertion.anchor == node {
                steps.append(.inserted(insertion))
                inserted.removeFirst()
            } else if let change = changed.first, change.child == node {
                steps.append(.changed(child: change.child, patch: change.patch))
                changed.removeFirst()
                node = storage.next(node)
            } else if removed.first == node {
                removed.removeFirst()
                node = storage.next(node)
            } else {
                return
            }
        }
    }
}
