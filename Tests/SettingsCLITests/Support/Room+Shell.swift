import Foundation

extension Room {
    /// Runs a line of shell in this directory, with the tool as `$tool`.
    func shell(_ line: String) throws -> ToolResult {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = URL(filePath: path)
        process.environment = ProcessInfo.processInfo.environment.merging(["tool": Tool.path]) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        // Messages are shorter than a pipe holds, so the one can be read after the other.
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return ToolResult(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: text, as: UTF8.self), errors: String(decoding: complaint, as: UTF8.self))
    }
}
