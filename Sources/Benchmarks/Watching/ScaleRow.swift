import FileWatching
import Foundation
import SettingsStore
import Synchronization

/// Thousands of files in one process.
struct Crowd {
    private struct Settings: Codable, Sendable { var number = 0 }

    let workshop: Workshop
    let paths: [String]

    /// - Parameter isSpread: each file in a directory of its own.
    init(_ count: Int, isSpread: Bool) throws {
        let workshop = try Workshop()
        self.workshop = workshop
        paths = try (0..<count).map { number in
            let folder = isSpread ? workshop.file("d\(number)") : workshop.path
            if isSpread { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
            let path = folder + "/s\(number).json"
            try Data("{\"number\": 1}".utf8).write(to: URL(filePath: path))
            return path
        }
    }

    /// Microseconds for each file until all are watched, and until all of it is given back.
    func addAndClose() async throws -> (adding: Double, closing: Double) {
        let watched = Atomic(0)
        let begin = ForeignSaver.now()
        var watches = paths.map { path in
            FileWatcher.shared.watch(path) { signal in
                if case .status = signal { watched.wrappingAdd(1, ordering: .relaxed) }
            }
        }
        while watched.load(ordering: .relaxed) < paths.count { try await Task.sleep(for: .milliseconds(1)) }
        let middle = ForeignSaver.now()
        for watch in watches { watch.cancel() }
        watches = []
        // The thread works off what it is asked in order: who is registered last is told when all others have ended.
        let last = Atomic(0)
        let marker = FileWatcher.shared.watch("/nowhere") { _ in last.store(1, ordering: .relaxed) }
        while last.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let end = ForeignSaver.now()
        marker.cancel()
        let count = Double(paths.count) * 1000
        return (Double(middle - begin) / count, Double(end - middle) / count)
    }

    private func repositories() async throws -> [SettingsRepository<Settings>] {
        let repositories = try paths.map { try SettingsRepository(path: $0, defaults: Settings()) }
        for repository in repositories {
            while await repository.status != .watching { try await Task.sleep(for: .milliseconds(1)) }
        }
        return repositories
    }

    /// Context switches of all threads over ten seconds in which nothing happens, but for those of looking.
    func idleSwitches() async throws -> Double {
        let repositories = try await repositories()
        // Threads of the pool that have nothing to do end after some seconds.
        try await Task.sleep(for: .seconds(12))
        // On a thread of its own: while one of the pool's is blocked, the pool looks after it every second.
        let (before, after) = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let before = try Self.switches()
                        sleep(10)
                        return (before, try Self.switches())
                    })
            }
        }
        for repository in repositories { await repository.close() }
        // A thread that came meanwhile counts whole; one that ended has at least woken for that.
        let woken = after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
        return Double(woken + before.keys.count { after[$0] == nil })
    }

    /// Resident KiB of each repository beyond the first.
    func memory() async throws -> Double {
        let first = try SettingsRepository(path: paths[0], defaults: Settings())
        while await first.status != .watching { try await Task.sleep(for: .milliseconds(1)) }
        let before = try Self.anonymousKilobytes()
        let repositories = try await repositories()
        let after = try Self.anonymousKilobytes()
        for repository in repositories { await repository.close() }
        return (after - before) / Double(paths.count)
    }

    /// Of each thread but the one that asks, which sleeps once, and the pool's own look-out.
    private static func switches() throws -> [String: Int] {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self").split(separator: "/")
            .last
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { $0[...] != own }
        return try threads.reduce(into: [:]) { counts, thread in
            let text = try String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
            // Dispatch looks after its pool once a second in every Swift program, also in one that does nothing.
            if text.hasPrefix("Name:\t-qos.overcommit") || text.hasPrefix("Name:\troot.overcommit") { return }
            counts[thread] = text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
                .reduce(0) { $0 + (Int($1.split(whereSeparator: { $0 == "\t" || $0 == " " }).last ?? "") ?? 0) }
        }
    }

    private static func anonymousKilobytes() throws -> Double {
        IdleProgram.megabytes("RssAnon", in: try String(contentsOfFile: "/proc/self/status", encoding: .utf8)) * 1024
    }
}

extension ChildMeasurement {
    private static func crowd(
        _ name: String, _ count: Int, isSpread: Bool = false, _ body: @escaping @Sendable (Crowd) async throws -> Double
    ) -> ChildMeasurement {
        ChildMeasurement(name) {
            let crowd = try Crowd(count, isSpread: isSpread)
            let result = try await body(crowd)
            try crowd.workshop.remove()
            return result
        }
    }

    static let crowds: [ChildMeasurement] =
        [1000, 10_000].flatMap { count in
            [false, true].flatMap { isSpread in
                let place = isSpread ? "many directories" : "one directory"
                return [
                    crowd("adding, \(count) files in \(place)", count, isSpread: isSpread) {
                        try await $0.addAndClose().adding
                    },
                    crowd("closing, \(count) files in \(place)", count, isSpread: isSpread) {
                        try await $0.addAndClose().closing
                    },
                ]
            }
        }

    static let idleCrowd = crowd("idle, 1000 repositories", 1000) { try await $0.idleSwitches() }
    static let crowdMemory = crowd("each further repository", 1000) { try await $0.memory() }
}

extension BenchmarkRow {
    static let crowds: [BenchmarkRow] = ChildMeasurement.crowds.map { child in
        figure("watching/\(child.name), each", unit: "µs", limit: .atMost(100)) { try child.run() }
    }

    static let idleCrowd = figure(
        "watching/idle, 1000 repositories: context switches in 10 s", unit: "switches", limit: .atMost(4)
    ) { try ChildMeasurement.idleCrowd.run() }

    static let crowdMemory = figure("watching/each further repository: anonymous", unit: "KiB", limit: .atMost(4)) {
        try ChildMeasurement.crowdMemory.run()
    }
}
