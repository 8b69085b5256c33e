/// How one value differs from another, in terms of the two tapes: no value is made.
indirect enum Delta: Sendable {
    /// Another value altogether.
    case replaced
    case object([MemberDelta])
    /// Elements in the same places: those that differ, and how many were and are.
    case positions([PositionDelta], from: Int, to: Int)
    /// Elements that are known by their `id`: for each one that there is now, which one it was.
    case records([RecordDelta])

    enum MemberDelta: Sendable {
        /// Values that differ.
        case changed(from: Int, to: Int, Delta)
        /// The key's node.
        case removed(from: Int)
        /// The key's node.
        case added(to: Int)
    }

    struct PositionDelta: Sendable {
        var index: Int
        var from: Int
        var to: Int
        var delta: Delta
    }

    /// One element of the new array.
    struct RecordDelta: Sendable {
        var to: Int
        /// Which element of the old array it was, by node and position; nil for a new one.
        var from: (node: Int, index: Int)?
        /// How it differs from what it was; nil where it does not.
        var delta: Delta?
    }
}

extension Delta {
    /// Whether a key that an object had is gone, or may be: with another value altogether, or with another element.
    var removesMembers: Bool {
        switch self {
        case .replaced: false
        case .object(let members):
            members.contains { member in
                switch member {
                case .changed(_, _, let delta): delta.removesMembers
                case .removed: true
                case .added: false
                }
            }
        case .positions(let elements, let from, let to): from != to || elements.contains { $0.delta.removesMembers }
        case .records: true
        }
    }
}
