import Foundation
import SettingsStore
import TestSupport
import Testing

/// The settings of the tests that only care what arrives.
struct Numbered: Codable, Sendable, Equatable {
    var v = 0
    var other = 0
}

/// Follows a settings file as a service does, and keeps all that it was told.
final class Follower: Sendable {
    struct Log {
        var values: [Int] = []
        var events: [SettingsEvent] = []
    }

    let repository: SettingsRepository<Numbered>
    private let log: Box
    private let tasks: [Task<Void, Never>]

    /// Not a `Mutex`: the thread sanitizer does not see into it, and takes every hand-over for a race.
    private final class Box: Sendable {
        let stored = Locked(Log())
    }

    /// Returns when the watch is set.
    init(_ path: String, options: FileStorage.Options = .init()) async throws {
        let storage = try FileStorage(path: path, options: options)
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        let log = Box()
        self.repository = repository
        self.log = log
        let values = await repository.values(of: \.v)
        let events = await repository.events
        tasks = [
            Task { for await value in values { log.stored.withLock { $0.values.append(value) } } },
            Task { for await event in events { log.stored.withLock { $0.events.append(event) } } },
        ]
        try await eventually("the watch is set") { log.stored.withLock { $0.events.contains(.watch(.events)) } }
        try await eventually("the first value is there") { !log.stored.withLock { $0.values.isEmpty } }
    }

    deinit { for task in tasks { task.cancel() } }

    /// Every value, from the first on.
    var values: [Int] { log.stored.withLock { $0.values } }

    /// What happened beside changes; how the file is watched is left out.
    var events: [SettingsEvent] {
        log.stored.withLock { $0.events.filter { if case .watch = $0 { false } else { true } } }
    }

    func sees(_ value: Int, fileID: String = #fileID, line: Int = #line) async throws {
        try await eventually("\(value) arrives", fileID: fileID, line: line) { self.values.last == value }
    }

    func hears(
        _ event: SettingsEvent, times: Int = 1, fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await eventually("\(event) is told", fileID: fileID, line: line) {
            self.events.count { $0 == event } == times
        }
    }
}

/// Runs a shell command in a directory, to its end.
func shell(_ command: String, in directory: TestDirectory) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
}

/// Whether a program is there to be used.
func hasProgram(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
}
