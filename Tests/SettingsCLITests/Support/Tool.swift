import Foundation
import TestSupport

/// The settingsctl that was built together with these tests.
enum Tool {
    static func process(_ arguments: [String], in directory: String, environment: [String: String] = [:]) -> Process {
        Program.process(Program.settingsctl, arguments, in: directory, environment: environment)
    }

    static func run(
        _ arguments: [String], in directory: String, environment: [String: String] = [:]
    ) async throws -> ProgramResult {
        try await Program.run(Program.settingsctl, arguments, in: directory, environment: environment)
    }
}
