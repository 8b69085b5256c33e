import Foundation

/// A test that runs in a process of its own, where nothing else opens files or takes memory: this test program, started
/// again for one role.
enum TestProcess {
    /// The role that this process was started for; nil in the ordinary run.
    static let role = ProcessInfo.processInfo.environment["SETTINGS_TESTS_ROLE"]

    /// Runs this program in a role, and returns what it exits with.
    static func run(_ role: String) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", "SettingsStoreTests.TestRoles"]
        process.environment = ProcessInfo.processInfo.environment.merging(["SETTINGS_TESTS_ROLE": role]) { $1 }
        try process.run()
        while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        return process.terminationStatus
    }

    /// How many descriptors are open.
    static func openDescriptors() throws -> Int { try openFiles().count }

    /// What the open descriptors are of, in order, without the runtime's own: it makes its timers and the poll for them
    /// when the first task sleeps, and keeps them.
    static func openFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            // The one that looked is closed by now.
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.filter { !["anon_inode:[timerfd]", "anon_inode:[eventpoll]"].contains($0) }.sorted()
    }

    /// The watches of all inotify instances of this process.
    static func kernelWatches() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").reduce(0) { sum, descriptor in
            let text = (try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)) ?? ""
            return sum + text.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
        }
    }
}
