import Foundation
import Glibc

/// What a program with one repository costs while nothing happens: `settingsctl watch`, the one beside this program,
/// which links no full Foundation.
enum IdleProgram {
    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    /// Runs it for `seconds` after its first line, and hands over what `/proc` tells at the end.
    static func observe<Result>(
        seconds: Double, _ body: (_ processor: Double, _ status: String) throws -> Result
    ) throws -> Result {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = own.deletingLastPathComponent().appendingPathComponent("settingsctl")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw Missing(description: "build settingsctl first: \(program.path) is not there")
        }
        let workshop = try Workshop()
        let path = workshop.file("settings.json")
        try workshop.write("settings.json", try SettingsSample.ordered(1 << 10))
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = ["-f", path, "watch", "--json"]
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
        let folder = "/proc/\(process.processIdentifier)"
        usleep(500_000)
        let before = try processorNanoseconds(folder)
        usleep(UInt32(seconds * 1_000_000))
        let used = try processorNanoseconds(folder) - before
        let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
        process.terminate()
        process.waitUntilExit()
        try workshop.remove()
        return try body(used / (seconds * 1_000_000_000), status)
    }

    /// Time on a processor of all threads: the first field of each `schedstat`.
    private static func processorNanoseconds(_ folder: String) throws -> Double {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/task").reduce(0) { sum, thread in
            let text = try String(contentsOfFile: folder + "/task/\(thread)/schedstat", encoding: .utf8)
            return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0)
        }
    }

    static func megabytes(_ field: String, in status: String) -> Double {
        let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
            Double($0)
        }
        return (kilobytes ?? .nan) / 1024
    }
}

extension BenchmarkRow {
    static let idleProcessor = figure(
        "watching/idle, one repository: share of a core over 5 s", unit: "%", limit: .atMost(0.1)
    ) { try IdleProgram.observe(seconds: 5) { processor, _ in processor * 100 } }

    static let residentMemory = figure("watching/one repository: resident", unit: "MB", limit: .atMost(12.5)) {
        try IdleProgram.observe(seconds: 0.5) { _, status in IdleProgram.megabytes("VmRSS", in: status) }
    }

    static let anonymousMemory = figure("watching/one repository: anonymous", unit: "MB", limit: .atMost(2)) {
        try IdleProgram.observe(seconds: 0.5) { _, status in IdleProgram.megabytes("RssAnon", in: status) }
    }
}
