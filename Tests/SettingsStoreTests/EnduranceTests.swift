import Foundation
import Glibc
import SettingsStore
import TestSupport
import Testing

@Suite(.disabled(if: TestProcess.role != nil)) struct EnduranceTests {
    @Test(
        "A day of saves by all kinds of savers: memory, descriptors and watches stay, and all is given back",
        .disabled(if: isSanitized, "the sanitizer's own memory grows"))
    func day() async throws {
        #expect(try await TestProcess.run("endurance") == 0)
    }

    @Test("A lock that is not to be had costs one thread and one descriptor, however often it is waited for")
    func lockTimeouts() async throws {
        #expect(try await TestProcess.run("lock-timeouts") == 0)
    }

    @Test("Repositories that have written keep few descriptors, and none in the end")
    func keptLocks() async throws {
        #expect(try await TestProcess.run("kept-locks") == 0)
    }
}

/// What a process of its own does for a test; nothing in the ordinary run.
@Suite(.enabled(if: TestProcess.role != nil), .serialized) struct TestRoles {
    /// `SETTINGS_TESTS_SAVES=50000` is the whole day.
    static let saves = ProcessInfo.processInfo.environment["SETTINGS_TESTS_SAVES"].flatMap(Int.init) ?? 50_000

    @Test("Lock timeouts", .enabled(if: TestProcess.role == "lock-timeouts"))
    func lockTimeouts() async throws {
        let directory = TestDirectory()
        let path = try directory.write("{}")
        var options = FileStorage.Options()
        options.lockTimeout = .milliseconds(1)
        let repository = try SettingsRepository(path: path, defaults: Numbered(), options: options)
        try await repository.set(\.v, to: 1)
        let holder = open(directory.file(".settings.json.lock"), O_RDWR)
        // F_OFD_SETLK: another open file excludes us, in one process too.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        try #require(fcntl(holder, 37, &lock) == 0)
        func counts() throws -> (threads: Int, descriptors: Int) {
            (
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
                try TestProcess.openDescriptors()
            )
        }
        var early = (threads: 0, descriptors: 0)
        for number in 1...60 {
            let error = await #expect(throws: SettingsError.self) { try await repository.set(\.v, to: 2) }
            #expect(error?.code == .lockTimeout)
            if number == 10 { early = try counts() }
        }
        let late = try counts()
        // A pool that grows by a thread or two meanwhile is none of ours; fifty more would be.
        #expect(late.threads <= early.threads + 4 && late.descriptors <= early.descriptors + 4)
        close(holder)
        try await eventually("the lock is had again") {
            do { return try await repository.set(\.v, to: 3) == () } catch { return false }
        }
        #expect(try directory.read().contains("3"))
        #expect(await repository.value.v == 3)
    }

    @Test("Kept locks", .enabled(if: TestProcess.role == "kept-locks"))
    func keptLocks() async throws {
        let directory = TestDirectory()
        let repositories = try (0..<200).map {
            try SettingsRepository(path: directory.file("s\($0).json"), defaults: Numbered())
        }
        for repository in repositories {
            try await eventually("the watch is set") { await repository.watchMode == .events }
        }
        try await Task.sleep(for: .milliseconds(1))
        let before = try TestProcess.openDescriptors()
        for repository in repositories { try await repository.set(\.v, to: 1) }
        #expect(try TestProcess.openDescriptors() <= before + 70)
        try await eventually("who has not written for a while keeps none") {
            try TestProcess.openDescriptors() <= before
        }
        for repository in repositories { try await repository.set(\.v, to: 2) }
        for repository in repositories { #expect(await repository.value.v == 2) }
    }

    @Test("Fifty subscribers", .enabled(if: TestProcess.role == "subscribers"))
    func subscribers() async throws { try await FiftySubscribers.run() }

    @Test("Fifty thousand saves", .enabled(if: TestProcess.role == "endurance"))
    func endurance() async throws {
        let directory = TestDirectory()
        let files = try (0..<20).map { number in
            let folder = directory.file("d\(number % 5)")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            return folder + "/s\(number).json"
        }
        for file in files { SaverPattern.truncate.save("{ \"v\": 0 }\n", as: file) }
        // What the process has of its own, and a watcher's thread that stays.
        let keeper = try SettingsRepository(path: directory.file("keeper.json"), defaults: Numbered())
        try await eventually("the keeper watches") { await keeper.watchMode == .events }
        // The runtime's poll is made with the first sleep, and is not to be taken for one that was left open.
        try await Task.sleep(for: .milliseconds(1))
        let filesBefore = try TestProcess.openFiles()
        let watchesBefore = try TestProcess.kernelWatches()
        var repositories = try files.map { try SettingsRepository(path: $0, defaults: Numbered()) }
        for repository in repositories {
            try await eventually("the watch is set") { await repository.status == .watching }
        }

        var (memory, descriptors, watches) = (0, 0, 0)
        let patterns = SaverPattern.allCases
        for round in 0..<(Self.saves / files.count) {
            for (index, file) in files.enumerated() {
                patterns[(round + index) % patterns.count].save("{ \"v\": \(round + 1) }\n", as: file)
            }
            for repository in repositories {
                try await eventually("save \(round) arrives") { await repository.value.v == round + 1 }
            }
            if round == 1000 / files.count {
                (memory, descriptors, watches) = (
                    residentKilobytes(), try TestProcess.openDescriptors(), try TestProcess.kernelWatches()
                )
            }
        }
        let growth = residentKilobytes() - memory
        print("endurance: \(Self.saves) saves, \(memory) KiB after the first thousand, \(growth) KiB more at the end")
        #expect(growth < 1024, "memory grew by \(growth) KiB")
        // A look that was under way at the one count may not be at the other.
        try await eventually("no descriptor more than after the first thousand") {
            try TestProcess.openDescriptors() <= descriptors
        }
        #expect(try TestProcess.kernelWatches() == watches)
        for repository in repositories { #expect(await repository.status == .watching) }
        for repository in repositories { await repository.close() }
        repositories = []
        try await eventually("the watches are given back") { try TestProcess.kernelWatches() == watchesBefore }
        let left = { try? "\(TestProcess.openFiles().difference(from: filesBefore))" }
        try await eventually("the descriptors are given back", instead: left) {
            try TestProcess.openFiles().count <= filesBefore.count
        }
    }
}
