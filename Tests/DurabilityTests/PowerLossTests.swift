import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// What is left when the power fails, or the process is killed, at any call of a write: on a simulated disk, where every
/// such state can be looked at.
@Suite(.serialized) struct PowerLossTests {
    private typealias File = CrashScenario

    /// A disk with a settings file, and the lock file that an earlier write left.
    private func disk(_ text: String? = "{\"n\":5}") throws -> DiskContents {
        let disk = SimulatedDisk()
        if let text {
            disk.put("{}", at: File.file, mode: 0o640)
            try FileStorage(path: File.path, calls: disk).transact(KeyTransaction("n", 4))
            try FileStorage(path: File.path, calls: disk).transact(KeyTransaction("n", 5))
            #expect(disk.contents.text(File.file) == text)
        }
        return disk.contents
    }

    /// Every state must be good; returns how many there were.
    @discardableResult
    private func expectNothingLost(_ scenario: CrashScenario, depth: Int = 0) throws -> Int {
        let checker = CrashChecker(scenario, depth: depth)
        try checker.check()
        if let fault = checker.faults.min() { Issue.record("\(checker.faults.count) faults; one: \(fault)") }
        return checker.states
    }

    @Test("A crash at any call of a write leaves the old bytes or the new, and what was acknowledged stays")
    func cleanCommit() throws {
        let states = try expectNothingLost(CrashScenario(start: disk()), depth: 1)
        #expect(states > 40)
    }

    @Test("The same for one write of many in a row, which goes over the version before the last")
    func inRow() throws {
        let scenario = try CrashScenario(start: disk(), isInRow: true)
        #expect(try scenario.run(nil).calls.contains { $0.kind == .takeWriteLease })
        let states = try expectNothingLost(scenario, depth: 1)
        #expect(states > 40)
    }

    @Test("The same for a file that was not there")
    func creation() throws {
        let states = try expectNothingLost(CrashScenario(start: disk(nil)), depth: 1)
        #expect(states > 20)
    }

    @Test("The same where there are no leases")
    func withoutLeases() throws {
        try expectNothingLost(CrashScenario(start: disk(), hasLeases: false))
    }

    static let foreign: [CrashScenario.Foreign] = [
        .renaming(flushingDirectory: true), .renaming(flushingDirectory: false), .inPlace,
    ]

    @Test(
        "A crash at any call of a write, while another program saves at any other call, loses neither's save",
        arguments: foreign)
    func conflict(_ foreign: CrashScenario.Foreign) throws {
        let start = try disk()
        var call = 0
        while true {
            let scenario = CrashScenario(start: start, foreign: foreign, foreignCall: call)
            try expectNothingLost(scenario)
            // Until the write was over before the other program came.
            if try scenario.run(nil).calls.count <= call { break }
            call += 1
        }
        #expect(call > 30)
    }

    @Test("The same for one write of many in a row", arguments: foreign)
    func conflictInRow(_ foreign: CrashScenario.Foreign) throws {
        let start = try disk()
        var call = 0
        while true {
            let scenario = CrashScenario(start: start, foreign: foreign, foreignCall: call, isInRow: true)
            try expectNothingLost(scenario)
            if try scenario.run(nil).calls.count <= call { break }
            call += 1
        }
        #expect(call > 30)
    }

    @Test("A crash in the recovery from such a crash loses nothing either", arguments: foreign)
    func recovery(_ foreign: CrashScenario.Foreign) throws {
        let start = try disk()
        let calls = try CrashScenario(start: start).run(nil).calls
        let exchange = try #require(calls.firstIndex { $0.kind == .exchange })
        try expectNothingLost(CrashScenario(start: start, foreign: foreign, foreignCall: exchange), depth: 1)
    }

    @Test("A write in place leaves the old bytes in the file or in its copy, and the next write brings them back")
    func inPlace() throws {
        let disk = SimulatedDisk(try disk())
        disk.link(File.file, to: "other")
        var scenario = CrashScenario(start: disk.contents)
        scenario.options.irreplaceable = .writeInPlace
        let states = try expectNothingLost(scenario)
        #expect(states > 40)
    }

    @Test("Of updates that are committed together, all that had returned are there after a power loss")
    func groupCommit() async throws {
        struct Settings: Codable, Sendable { var a = 0 }
        let disk = SimulatedDisk(try disk("{\"n\":5}"))
        let (begun, acknowledged, writes, faults) = (Locked(0), Locked(0), Locked(0), Locked<[String]>([]))
        let lastChange = Locked(-1)
        let calls = InterceptedCalls(disk) { call throws(SystemError) in
            if call.kind == .exchange {
                // The first commit is slow: the other updates wait for the next.
                let isFirst = writes.withLock { writes in
                    writes += 1
                    return writes == 1
                }
                while isFirst && begun.withLock({ $0 }) < 32 { sched_yield() }
            }
            let least = acknowledged.withLock { $0 }
            let changes = disk.changes
            let isNew = lastChange.withLock { last in
                defer { last = changes }
                return last != changes
            }
            guard isNew else { return }
            for state in disk.contents.crashes() {
                let text = state.text(File.file) ?? "nothing"
                let values = KeyTransaction.values(Array(text.utf8))
                if values?["n"] != 5 || values?["a"] ?? 0 < least {
                    faults.withLock { $0.append("\(least) had returned, and the file was \(text)") }
                }
            }
        }
        let repository = try SettingsRepository(
            storage: UnwatchedStorage(FileStorage(path: File.path, calls: calls)), defaults: Settings())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    begun.withLock { $0 += 1 }
                    do {
                        try await repository.update { $0.a += 1 }
                        acknowledged.withLock { $0 += 1 }
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        if let fault = faults.withLock({ $0.first }) { Issue.record("\(fault)") }
        #expect(disk.contents.text(File.file) == "{\"n\":5,\"a\":32}")
        #expect(writes.withLock { $0 } < 32)
    }

    @Test("On a disk that does not flush files there would be bad states: these tests can fail")
    func filesNotFlushed() throws {
        var scenario = CrashScenario(start: try disk())
        scenario.ignoredFlushes = [.file]
        let checker = CrashChecker(scenario, depth: 0)
        try checker.check([.power])
        #expect(checker.faults.contains { $0.hasPrefix("neither old nor new") })
        #expect(checker.faults.contains { $0.hasPrefix("acknowledged and gone") })
    }

    @Test("On a disk that does not flush directories acknowledged updates would be gone: these tests can fail")
    func directoriesNotFlushed() throws {
        var scenario = CrashScenario(start: try disk())
        scenario.ignoredFlushes = [.directory]
        let checker = CrashChecker(scenario, depth: 0)
        try checker.check([.power])
        #expect(!checker.faults.contains { $0.hasPrefix("neither old nor new") })
        #expect(checker.faults.contains { $0.hasPrefix("acknowledged and gone") })
    }
}
