import SettingsSyntax

/// One call of `update` that waits for its commit.
///
/// A closure may be applied more than once, to what is there each time: when somebody else's save came first, the
/// draft is made again from that.
protocol PendingUpdate<Value>: Sendable {
    associatedtype Value

    /// Applies the closure; what it throws belongs to its caller alone, and leaves `value` as it was.
    func apply(to value: inout Value, validate: (Value) throws -> Void)
    /// The commit is there to stay (nil), or failed for all.
    func finish(_ failure: (any Error)?)
}

/// The update of a closure that returns `Result`.
final class ClosureUpdate<Value, Result: Sendable>: PendingUpdate {
    private let body: @Sendable (inout Value) throws -> Result
    private let continuation: CheckedContinuation<Result, any Error>
    private let outcome: Locked<Swift.Result<Result, any Error>?>

    init(
        _ body: @escaping @Sendable (inout Value) throws -> Result,
        _ continuation: CheckedContinuation<Result, any Error>
    ) {
        self.body = body
        self.continuation = continuation
        outcome = Locked(nil)
    }

    func apply(to value: inout Value, validate: (Value) throws -> Void) {
        var copy = value
        let result = Swift.Result<Result, any Error> {
            let result = try body(&copy)
            try validate(copy)
            return result
        }
        if case .success = result { value = copy }
        outcome.withLock { $0 = result }
    }

    func finish(_ failure: (any Error)?) {
        let outcome = outcome.withLock { $0 }
        switch (outcome, failure) {
        case (.failure(let own), _): continuation.resume(throwing: own)
        case (_, let failure?): continuation.resume(throwing: failure)
        case (.success(let result), nil): continuation.resume(returning: result)
        case (nil, nil):
            continuation.resume(
                throwing: SettingsError(
                    .internalFault, "the storage ended a transaction without asking for its 'draft'"))
        }
    }
}
