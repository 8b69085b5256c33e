/// What must be unchanged for a file to count as untouched between two looks.
///
/// It never stands in for the contents: equal identities of one inode under a lease mean that nobody wrote; different
/// ones mean only 'read again'.
package struct FileIdentity: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
    package var size: Int64
    package var modified: FileStatus.Time
    package var changed: FileStatus.Time

    /// Whether `other` is the same file with the same contents but for a change of name: an exchange moves `ctime`.
    package func isSameBytes(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode && size == other.size && modified == other.modified
    }
}
