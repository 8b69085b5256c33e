/// An open file descriptor. It does not close itself: who opened it says when.
package struct Descriptor: Sendable, Hashable {
    package let number: Int32
    package init(_ number: Int32) { self.number = number }

    /// For paths from the current directory (`AT_FDCWD`).
    package static let currentDirectory = Descriptor(-100)
}
