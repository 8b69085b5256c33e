import SettingsSyntax
internal import Synchronization

/// Whether a type's `==` is to be believed where it says that two values differ.
///
/// A type may compare what no file has, such as an id that is made anew whenever it is decoded. To its `==` a text differs
/// from itself, and a comment would be a change.
final class EqualityTrust: Sendable {
    private enum Standing: UInt8, AtomicRepresentable { case new, begun, lost }

    private let standing = Atomic(Standing.new)

    /// Nothing is known yet.
    var isNew: Bool { standing.load(ordering: .relaxed) == .new }
    var isLost: Bool { standing.load(ordering: .relaxed) == .lost }

    /// Once lost it stays so.
    func begin() { _ = standing.compareExchange(expected: .new, desired: .begun, ordering: .relaxed) }
    func lose() { standing.store(.lost, ordering: .relaxed) }
}

extension SettingsDocument {
    /// Whether two texts differ in comments and white space alone.
    func hasSameTokens(as other: SettingsDocument) -> Bool {
        let (own, its) = (storage, other.storage)
        guard own.nodeCount == its.nodeCount else { return false }
        for node in 0..<own.nodeCount {
            let (left, right) = (own[node], its[node])
            guard left.kind == right.kind, left.count == right.count else { return false }
            if left.kind == .object || left.kind == .array { continue }
            guard own.hasSameText(node, as: node, in: its) else { return false }
        }
        return true
    }
}
