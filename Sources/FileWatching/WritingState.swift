/// What the kernel has told of those who write a file in place.
package enum WritingState: Sendable, Hashable {
    /// Nothing that could be relied on.
    case unknown
    /// Somebody has modified the file and not closed it since, or may have.
    case underWay
    /// Nobody has modified it since a writer closed it; the number counts the modifications until then.
    ///
    /// The same before and after reading: what was read is whole.
    case none(Int)
}
