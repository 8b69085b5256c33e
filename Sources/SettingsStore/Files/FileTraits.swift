/// What `statx` tells of a file beside its status.
package struct FileTraits: OptionSet, Sendable, Hashable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// It is the root of a mount: a single file that was bind-mounted.
    package static let mountRoot = FileTraits(rawValue: 1)
    /// Nobody may change it, not even root (`chattr +i`).
    package static let immutable = FileTraits(rawValue: 2)
    /// It may only grow (`chattr +a`).
    package static let appendOnly = FileTraits(rawValue: 4)
}
