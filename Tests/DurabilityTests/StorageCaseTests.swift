import Foundation
import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// What others' programs got wrong with their settings files, each on the real file system.
@Suite struct StorageCaseTests {
    struct Settings: Codable, Sendable, Equatable {
        var a = 0
        var b = 0
    }

    private let directory = TestDirectory()
    private var file: String { directory.file("settings.json") }

    private func repository() throws -> SettingsRepository<Settings> {
        try SettingsRepository(path: file, defaults: Settings())
    }

    private func tool(_ arguments: String...) async throws -> ProgramResult {
        try await Program.run(Program.settingsctl, ["-f", "settings.json"] + arguments, in: directory.path)
    }

    @Test(
        "A file that is cut off, damaged or empty stops a service with the place, and is not written to",
        arguments: ["{ \"a\": 1, \"b", "{ \"a\": 1; \"b\": 2 }", "{a: ", "", "\0\0\0\0\0\0\0\0"])
    func damaged(_ text: String) async throws {
        try directory.write(text)
        let error = #expect(throws: SettingsError.self) { try repository() }
        #expect(error?.code == .syntax || error?.code == .notText, "\(error?.description ?? "")")
        let result = try await tool("set", "b", "2")
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("settings.json:1:"), "\(result.errors)")
        #expect(try directory.read() == text)
    }

    @Test(
        "A service whose file is damaged while it runs keeps its value, writes nothing, and goes on when it is mended")
    func damagedMeanwhile() async throws {
        try directory.write("{ \"a\": 1 }")
        let repository = try repository()
        try directory.replace(with: "{ \"a\": ")
        let error = await #expect(throws: SettingsError.self) { try await repository.set(\.b, to: 2) }
        #expect(error?.code == .syntax)
        #expect(try directory.read() == "{ \"a\": ")
        #expect(await repository.value == Settings(a: 1))
        try directory.replace(with: "{ \"a\": 3 }")
        try await repository.set(\.b, to: 2)
        #expect(try directory.read() == "{ \"a\": 3, \"b\": 2 }")
    }

    @Test("An empty or damaged file is never copied over the copy of an interrupted write in place")
    func goodBackupStays() async throws {
        try directory.write("{ \"a\": 1 }", to: ".settings.json.settings-backup")
        try directory.write("{ \"a\": 2 }")
        #expect(link(file, directory.file("other.json")) == 0)
        #expect(try await tool("set", "b", "2", "--in-place").status == 0)
        #expect(try directory.read() == "{ \"a\": 2, \"b\": 2 }")
        let kept = try #require(try directory.names.first { $0.hasPrefix("settings.json.recovered-") })
        #expect(try directory.read(kept) == "{ \"a\": 1 }")
    }

    @Test("Two processes that set different keys a thousand times mix nothing up")
    func twoProcesses() async throws {
        let file = file
        try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for key in ["x", "y"] {
                group.addTask { try await Program.run(Program.worker, ["increment", file, "1000", key]) }
            }
            for try await result in group { #expect(result == ProgramResult(status: 0, output: "", errors: "")) }
        }
        struct Counters: Decodable, Equatable { var tasks: [String: Int] }
        let counters = try JSONDecoder().decode(Counters.self, from: Data(directory.read().utf8))
        #expect(counters == Counters(tasks: ["x": 1000, "y": 1000]))
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("A process that kept a copy for an hour changes only the key that it changes")
    func staleCopy() async throws {
        try directory.write("{ \"a\": 1, \"b\": 1 }")
        // Without a watch it never hears of the edit.
        let repository = try SettingsRepository(
            storage: UnwatchedStorage(FileStorage(path: file)), defaults: Settings())
        try directory.replace(with: "{ \"a\": 1, \"b\": 2 /* mine */ }")
        #expect(await repository.value == Settings(a: 1, b: 1))
        try await repository.set(\.a, to: 2)
        #expect(try directory.read() == "{ \"a\": 2, \"b\": 2 /* mine */ }")
        #expect(await repository.value == Settings(a: 2, b: 2))
    }

    @Test("What another process set is there at once after a reload")
    func reload() async throws {
        try directory.write("{ \"a\": 1 }")
        let repository = try SettingsRepository(
            storage: UnwatchedStorage(FileStorage(path: file)), defaults: Settings())
        #expect(try await tool("set", "a", "2").status == 0)
        try await repository.reload()
        #expect(await repository.value.a == 2)
    }

    @Test("An update that changes nothing writes nothing: the file is the same, and so is its time")
    func noChange() async throws {
        try directory.write("{ \"a\": 1 }")
        let before = try directory.status()
        #expect(try await tool("set", "a", "1").status == 0)
        try await repository().set(\.a, to: 1)
        let after = try directory.status()
        #expect(before.st_ino == after.st_ino)
        #expect(before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
    }

    @Test("A lock file of a process that is dead, or a month old, keeps nobody waiting")
    func staleLock() async throws {
        try directory.write("{ \"a\": 1 }")
        try directory.write("", to: ".settings.json.lock")
        let longAgo = Date(timeIntervalSinceNow: -30 * 86_400)
        try FileManager.default.setAttributes(
            [.modificationDate: longAgo], ofItemAtPath: directory.file(".settings.json.lock"))
        let holder = Program.process(
            "python3",
            [
                "-c",
                """
                import fcntl, struct, sys
                file = open('.settings.json.lock', 'r+')
                fcntl.fcntl(file, 37, struct.pack('hhqqi', 1, 0, 0, 0, 0))
                print('held', flush=True)
                sys.stdin.read()
                """,
            ], in: directory.path)
        let (input, output) = (Pipe(), Pipe())
        holder.standardInput = input
        holder.standardOutput = output
        try holder.run()
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        let waiting = try await tool("set", "a", "2", "--lock-timeout", "0.05")
        #expect(waiting.status == 6)
        #expect(waiting.errors.contains("process \(holder.processIdentifier)"), "\(waiting.errors)")
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        #expect(try await tool("set", "a", "2", "--lock-timeout", "0.05").status == 0)
        try input.fileHandleForWriting.close()
    }

    @Test("A collection of records waits for the same lock as everybody else")
    func sameLock() async throws {
        struct Record: Codable, Identifiable, Sendable { var id: String }
        let records = LocalRepository<Record>(directory: URL(filePath: directory.path), filename: "settings.json")
        try await records.save(Record(id: "one"))
        let storage = try FileStorage(path: file)
        let place = try Place.resolve(file, createsDirectories: false, storage.calls)
        let lock = try FileLock.acquire(place, for: storage, target: nil)
        let isSaved = Locked(false)
        let saving = Task {
            try await records.save(Record(id: "two"))
            isSaved.withLock { $0 = true }
        }
        let inode = try directory.status(".settings.json.lock").st_ino
        try await eventually("the lock is waited for") {
            // `2: -> OFDLCK ADVISORY WRITE -1 fe:00:42 0 EOF`
            try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
                .contains { $0.contains("-> ") && $0.contains(":\(inode) ") }
        }
        #expect(!isSaved.withLock { $0 })
        lock.release()
        storage.calls.close(place.directory)
        try await saving.value
        #expect(await records.loadAll().map(\.id) == ["one", "two"])
    }

    // MARK: A newer program's file

    struct Versioned: Codable, Sendable, Equatable, VersionedSettings {
        static let formatVersion = 2
        var formatVersion = 2
        var port = 8080
    }

    /// Settings that have no member for the version.
    struct Unversioned: Codable, Sendable, Equatable, VersionedSettings {
        static let formatVersion = 2
        var port = 8080
    }

    @Test(
        "A version of whatever size or form is newer, known or an error, never passed over",
        arguments: [
            ("3", .newerFormat), ("99999999999999999999", .newerFormat), ("1e30", .newerFormat),
            ("9223372036854775808", .newerFormat), ("2.5", .newerFormat), ("Infinity", .newerFormat),
            ("\"3\"", .typeMismatch), ("true", .typeMismatch), ("[3]", .typeMismatch), ("2", nil), ("2.0", nil),
            ("0x2", nil), ("-1", nil), ("-1e30", nil), ("null", nil),
        ] as [(String, SettingsError.Code?)])
    func versions(version: String, expected: SettingsError.Code?) async throws {
        try directory.write("{ \"formatVersion\": \(version), \"port\": 1 }")
        do throws(SettingsError) {
            let repository = try SettingsRepository(path: file, defaults: Unversioned())
            #expect(expected == nil)
            #expect(await repository.value.port == 1)
            // Not one that nobody knows.
            await repository.close()
            for await event in await repository.events {
                if case .unknownKeys = event { Issue.record("\(event)") }
            }
        } catch {
            #expect(error.code == expected)
            #expect(error.key == ["formatVersion"])
            let isWhole = version == "3"
            if expected == .newerFormat {
                #expect(error.message.hasSuffix(isWhole ? "2 and older" : "whole numbers up to 2"))
            }
        }
    }

    @Test("A newer program's file is neither read nor written, and the error says that it is newer")
    func newerFile() async throws {
        try directory.write("{\n  \"formatVersion\": 3,\n  \"port\": { \"tcp\": 1 }\n}")
        let error = #expect(throws: SettingsError.self) { try SettingsRepository(path: file, defaults: Versioned()) }
        #expect(error?.code == .newerFormat)
        #expect(error?.location?.line == 2)
        try directory.replace(with: "{ \"formatVersion\": 1, \"port\": 1 }")
        let repository = try SettingsRepository(path: file, defaults: Versioned())
        #expect(await repository.value.port == 1)
        let newer = "{ \"formatVersion\": 3, \"port\": 5 }"
        try directory.replace(with: newer)
        let refused = await #expect(throws: SettingsError.self) { try await repository.set(\.port, to: 2) }
        #expect(refused?.code == .newerFormat)
        #expect(try directory.read() == newer)
        #expect(await repository.value.port == 1)
    }
}
