package import Foundation

/// What a program's run came to.
package struct ProgramResult: Equatable {
    package var status: Int32
    package var output: String
    package var errors: String

    package init(status: Int32, output: String, errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }
}

/// The programs that were built together with these tests, and those of the system.
package enum Program {
    package static let settingsctl = built("settingsctl")
    package static let worker = built("StoreWorker")

    /// Whether the system has a program.
    package static func exists(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    private static func built(_ name: String) -> String {
        // Beside the test program, wherever that was built.
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let candidates = [program, CommandLine.arguments[0]].map {
            URL(filePath: $0).deletingLastPathComponent().appending(path: name).path
        }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }

    package static func process(
        _ program: String, _ arguments: [String], in directory: String, environment: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program.hasPrefix("/") ? program : "/usr/bin/env")
        process.arguments = program.hasPrefix("/") ? arguments : [program] + arguments
        process.currentDirectoryURL = URL(filePath: directory)
        process.standardInput = FileHandle.nullDevice
        var variables = ProcessInfo.processInfo.environment
        variables["SETTINGS_FILE"] = nil
        process.environment = variables.merging(environment) { $1 }
        return process
    }

    @discardableResult
    package static func run(
        _ program: String, _ arguments: [String], in directory: String = "/", environment: [String: String] = [:]
    ) async throws -> ProgramResult {
        try await withCheckedThrowingContinuation { continuation in
            // On a thread of its own: it blocks.
            Thread.detachNewThread {
                let process = process(program, arguments, in: directory, environment: environment)
                let (output, errors) = (Pipe(), Pipe())
                process.standardOutput = output
                process.standardError = errors
                do {
                    try process.run()
                } catch {
                    return continuation.resume(throwing: error)
                }
                // Messages are shorter than a pipe holds, so the one can be read after the other.
                let text = output.fileHandleForReading.readDataToEndOfFile()
                let complaint = errors.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(
                    returning: ProgramResult(
                        status: process.terminationReason == .exit
                            ? process.terminationStatus : -process.terminationStatus,
                        output: String(decoding: text, as: UTF8.self),
                        errors: String(decoding: complaint, as: UTF8.self)))
            }
        }
    }
}
