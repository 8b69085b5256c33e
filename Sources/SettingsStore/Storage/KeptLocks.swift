internal import Synchronization

/// How many lock files the process keeps open between transactions: enough for the files that a service writes often, and
/// not so many that thousands of repositories use up its descriptors.
enum KeptLocks {
    private static let limit = 64
    private static let count = Atomic(0)

    static func take() -> Bool {
        if count.wrappingAdd(1, ordering: .relaxed).oldValue < limit { return true }
        giveBack()
        return false
    }

    static func giveBack() { count.wrappingSubtract(1, ordering: .relaxed) }
}
