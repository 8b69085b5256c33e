import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// Somebody removes files (`rm`, a clean-up job, an editor that deletes before it saves) just before any one call of a
/// write.
@Suite struct RemovedFilesTests {
    private static let file = CrashScenario.file

    /// Sets `a` on a disk that holds `n`, with `remove` done just before the call with this number.
    ///
    /// - Returns: the disk afterwards, and whether the write made that many calls.
    private func write(
        removingAt index: Int, _ remove: @escaping @Sendable (SimulatedDisk) throws -> Void
    ) throws -> (disk: SimulatedDisk, calls: [InterceptedCalls.Call]) {
        let disk = SimulatedDisk()
        disk.put("{\"n\":4}", at: Self.file, mode: 0o640)
        let log = Locked<[InterceptedCalls.Call]>([])
        let fault = Locked<(any Error)?>(nil)
        let calls = InterceptedCalls(disk) { call throws(SystemError) in
            let there = log.withLock { log in
                log.append(call)
                return log.count - 1
            }
            if there == index { do { try remove(disk) } catch { fault.withLock { $0 = error } } }
        }
        let transaction = KeyTransaction("a", 1)
        try FileStorage(path: CrashScenario.path, calls: calls).transact(transaction)
        if let fault = fault.withLock({ $0 }) { throw fault }
        #expect(transaction.isReplaced)
        return (disk, log.withLock { $0 })
    }

    private func values(_ disk: SimulatedDisk) -> [String: Int]? {
        disk.contents.text(Self.file).flatMap { KeyTransaction.values(Array($0.utf8)) }
    }

    /// The number of a write's calls, and of the one that makes it visible.
    private func course() throws -> (count: Int, exchange: Int) {
        let calls = try write(removingAt: -1) { _ in }.calls
        return (calls.count, try #require(calls.firstIndex { $0.kind == .exchange }))
    }

    @Test("A file that is removed at any call before the exchange is made again, with the change")
    func theFile() throws {
        for index in 0...(try course().exchange) {
            let (disk, calls) = try write(removingAt: index) { disk in
                try disk.unlink(Self.file, at: Descriptor(0))
            }
            #expect(values(disk)?["a"] == 1, "call \(index), \(calls[index].kind)")
            #expect(disk.contents.names == [CrashScenario.lock, Self.file].sorted(), "call \(index)")
        }
    }

    @Test("A temporary file that is removed at any call keeps no write from being made")
    func theDraft() throws {
        for index in 0..<(try course().count) {
            let (disk, calls) = try write(removingAt: index) { disk in
                for name in disk.contents.names where TemporaryName(name, of: Self.file) != nil {
                    try disk.unlink(name, at: Descriptor(0))
                }
            }
            #expect(values(disk) == ["a": 1, "n": 4], "call \(index), \(calls[index].kind)")
            #expect(disk.contents.names == [CrashScenario.lock, Self.file].sorted(), "call \(index)")
        }
    }

    @Test("A lock file that is removed at any call, and another process that then writes, lose neither's change")
    func theLockFile() throws {
        for index in 0..<(try course().count) {
            let (disk, calls) = try write(removingAt: index) { disk in
                if disk.contents.names.contains(CrashScenario.lock) {
                    try disk.unlink(CrashScenario.lock, at: Descriptor(0))
                }
                try FileStorage(path: CrashScenario.path, calls: disk).transact(KeyTransaction("b", 2))
            }
            #expect(values(disk) == ["a": 1, "b": 2, "n": 4], "call \(index), \(calls[index].kind)")
            #expect(disk.contents.names == [CrashScenario.lock, Self.file].sorted(), "call \(index)")
        }
    }

    @Test("Where files go on being removed, the error says that, and not that a directory is missing")
    func forEver() throws {
        let disk = SimulatedDisk()
        disk.put("{\"n\":4}", at: Self.file)
        let calls = InterceptedCalls(disk) { call throws(SystemError) in
            if call.kind == .exchange { throw SystemError(ENOENT) }
        }
        var options = FileStorage.Options()
        options.lockTimeout = .milliseconds(20)
        let storage = try FileStorage(path: CrashScenario.path, options: options, calls: calls)
        let error = #expect(throws: SettingsError.self) {
            try storage.transact(KeyTransaction("a", 1))
        }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("removed as fast as it is written") == true)
        #expect(disk.contents.text(Self.file) == "{\"n\":4}")
    }
}
