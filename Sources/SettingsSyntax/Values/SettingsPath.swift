/// The way from the root of a document to a value: keys of objects and positions in arrays.
public struct SettingsPath: Sendable, Hashable {
    /// One step of a path.
    public enum Component: Sendable, Hashable {
        /// A member of an object. Keys compare by their exact Unicode scalars (`é` differs from `e` + U+0301).
        case key(String)
        /// An element of an array, from 0.
        case index(Int)
    }

    public var components: [Component]

    /// The root: no components.
    public static var root: SettingsPath { SettingsPath([]) }

    public init(_ components: [Component]) { self.components = components }
}
