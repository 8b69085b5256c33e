/// Waits until `condition` holds, at most a minute: no test depends on how long a thing takes, only on that it comes.
///
/// - Parameter instead: What was there when the minute was over, for the one who reads of the failure.
/// - Throws: `NeverCame` when the minute is over, and what `condition` throws.
package func eventually(
    _ what: String, instead: () -> String? = { nil }, fileID: String = #fileID, line: Int = #line,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(1))
    }
    throw NeverCame(what: what, instead: instead(), place: "\(fileID):\(line)")
}

/// What a test waited for did not come.
package struct NeverCame: Error {
    var what: String
    var instead: String?
    var place: String
}
