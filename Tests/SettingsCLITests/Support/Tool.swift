import Foundation

/// What a run of the tool came to.
struct ToolResult: Equatable {
    var status: Int32
    var output: String
    var errors: String
}

/// The settingsctl that was built together with these tests.
enum Tool {
    static let path: String = {
        // Beside the test program, wherever that was built.
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let candidates = [program, CommandLine.arguments[0]].map {
            URL(filePath: $0).deletingLastPathComponent().appending(path: "settingsctl").path
        }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }()

    static func process(_ arguments: [String], in directory: String, environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: directory)
        var variables = ProcessInfo.processInfo.environment
        variables["SETTINGS_FILE"] = nil
        process.environment = variables.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    static func run(
        _ arguments: [String], in directory: String, environment: [String: String] = [:]
    ) async throws -> ToolResult {
        try await withCheckedThrowingContinuation { continuation in
            // On a thread of its own: it blocks.
            Thread.detachNewThread {
                let process = process(arguments, in: directory, environment: environment)
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
                    returning: ToolResult(
                        status: process.terminationReason == .exit
                            ? process.terminationStatus : -process.terminationStatus,
                        output: String(decoding: text, as: UTF8.self),
                        errors: String(decoding: complaint, as: UTF8.self)
                    ))
            }
        }
    }
}
