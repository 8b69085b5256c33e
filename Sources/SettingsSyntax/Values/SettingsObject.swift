/// The members of an object, in their order.
///
/// Keys compare by their exact Unicode scalars. Two objects are equal when they have equal members, in any order.
public struct SettingsObject: Sendable {
    /// A key and its value.
    public struct Member: Sendable {
        public let key: String
        public var value: SettingsValue

        public init(_ key: String, _ value: SettingsValue) {
            self.key = key
            self.value = value
        }
    }

    /// From here on looking a key up goes through a dictionary.
    private static let indexedFrom = 16

    /// The members, in their order.
    public private(set) var members: [Member]
    private var positions: [ExactKey: Int]?

    /// An object without members.
    public init() { members = [] }

    /// An object with members; where a key stands twice, the last value counts, at the first one's place.
    public init(_ members: some Sequence<(String, SettingsValue)>) {
        self.init()
        for (key, value) in members { self[key] = value }
    }

    /// Members that are known to have different keys, unless `mayRepeat`.
    init(storing members: [Member], mayRepeat: Bool = false) {
        self.members = mayRepeat ? [] : members
        if mayRepeat {
            for member in members { self[member.key] = member.value }
        } else {
            index()
        }
    }

    /// The number of members.
    public var count: Int { members.count }
    /// Whether there are none.
    public var isEmpty: Bool { members.isEmpty }
    /// The keys, in their order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member, or nil where there is none. Setting a new key appends it; setting nil removes it.
    public subscript(key: String) -> SettingsValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (nil, let value?):
                members.append(Member(key, value))
                if positions != nil {
                    positions?[ExactKey(key)] = members.count - 1
                } else {
                    index()
                }
            case (let position?, nil):
                members.remove(at: position)
                positions = nil
                index()
            case (nil, nil): break
            }
        }
    }

    private func position(of key: String) -> Int? {
        let key = ExactKey(key)
        if let positions { return positions[key] }
        return members.firstIndex { ExactKey($0.key) == key }
    }

    private mutating func index() {
        guard members.count >= Self.indexedFrom else { return }
        var positions: [ExactKey: Int] = [:]
        positions.reserveCapacity(members.count)
        for (position, member) in members.enumerated() { positions[ExactKey(member.key)] = position }
        self.positions = positions
    }
}

extension SettingsObject: Sequence {
    public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}
