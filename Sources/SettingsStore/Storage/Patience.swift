import SettingsSyntax

/// How long one transaction goes on trying while others are in its way.
struct Patience {
    private let calls: any SystemCalls
    private let busyLimit: Int64
    private let othersLimit: Int64
    private var busyDeadline: Int64?
    private var othersDeadline: Int64?
    private var unreadableDeadline: Int64?
    private var missingDeadline: Int64?
    private var pause: Int64 = 100_000

    /// How long bytes that do not parse may be a save under way (`: > f; cat new >> f`).
    static let unreadable: Duration = .milliseconds(300)
    /// How long a file that was there may be on its way back (`rm f; cat > f`).
    static let missing: Duration = .milliseconds(500)

    /// - Parameter busy: how long one writer may keep the file open.
    /// - Parameter others: how long others may come first, one after the other, as they may at the lock.
    init(_ calls: any SystemCalls, busy: Duration, others: Duration) {
        self.calls = calls
        busyLimit = busy.nanoseconds
        othersLimit = others.nanoseconds
    }

    /// Somebody is writing: waits a little; false when that has gone on for too long.
    mutating func waitForBusy() -> Bool { wait(until: \.busyDeadline, limit: busyLimit) }

    /// Somebody else's save came first.
    mutating func waitForOthers() -> Bool { wait(until: \.othersDeadline, limit: othersLimit) }

    mutating func waitForUnreadable() -> Bool { wait(until: \.unreadableDeadline, limit: Self.unreadable.nanoseconds) }

    mutating func waitForMissing() -> Bool { wait(until: \.missingDeadline, limit: Self.missing.nanoseconds) }

    /// The next waits are short again: something has moved on. Only how long others have come first goes on counting.
    mutating func reset() {
        pause = 100_000
        busyDeadline = nil
        unreadableDeadline = nil
        missingDeadline = nil
    }

    private mutating func wait(until deadline: WritableKeyPath<Patience, Int64?>, limit: Int64) -> Bool {
        let now = calls.now()
        let end = self[keyPath: deadline] ?? calls.deadline(after: .nanoseconds(limit))
        self[keyPath: deadline] = end
        if now >= end { return false }
        calls.pause(nanoseconds: min(pause, end - now))
        // From a tenth of a millisecond up to five.
        pause = min(pause * 2, 5_000_000)
        return true
    }
}
