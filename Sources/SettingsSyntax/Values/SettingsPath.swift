/// The way from the root of a document to a value: keys of objects and positions in arrays.
///
/// As text it is `server.port`, `servers[0].host`, `"a.b".c` or, as RFC 6901 has it, `/server/port`; in code
/// `["servers", 0, "host"]`. Every string can be a key.
public struct SettingsPath: Sendable, Hashable {
    /// One step of a path.
    public enum Component: Sendable {
        /// A member of an object. Keys compare by their exact Unicode scalars (`é` differs from `e` + U+0301).
        case key(String)
        /// An element of an array, from 0.
        case index(Int)
    }

    public var components: [Component]

    /// The root: no components.
    public static var root: SettingsPath { SettingsPath([]) }

    public init(_ components: [Component]) { self.components = components }

    /// This path and one step more.
    public func appending(_ component: Component) -> SettingsPath { SettingsPath(components + [component]) }

    /// Whether the other path leads here or to something within.
    public func contains(_ other: SettingsPath) -> Bool { other.components.starts(with: components) }

    /// The position that a key spells, written without sign or leading zeros, or nil.
    static func position(_ key: String) -> Int? {
        guard let first = key.utf8.first, key.utf8.count < 20, first != UInt8(ascii: "0") || key.utf8.count == 1,
            key.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(key)
    }
}

extension SettingsPath.Component: Hashable {
    public static func == (left: SettingsPath.Component, right: SettingsPath.Component) -> Bool {
        switch (left, right) {
        case (.key(let left), .key(let right)): ExactKey(left) == ExactKey(right)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let key): hasher.combine(ExactKey(key))
        case .index(let index): hasher.combine(index)
        }
    }
}

extension SettingsPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral key: String) { self = .key(key) }
    public init(integerLiteral index: Int) { self = .index(index) }
}

extension SettingsPath: ExpressibleByArrayLiteral {
    /// `["servers", 0, "host"]`: strings are keys as they stand, integers are positions.
    public init(arrayLiteral components: Component...) { self.init(components) }
}
