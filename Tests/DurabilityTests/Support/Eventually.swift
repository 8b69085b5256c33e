import Testing

/// Waits until `condition` holds, at most a minute: no test depends on how long a thing takes, only on that it comes.
func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
