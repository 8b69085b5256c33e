import Foundation
import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// What a process leaves that is killed in the middle of a commit, put right by the next one.
@Suite struct RecoveryTests {
    private let directory = TestDirectory()
    private let draft = TemporaryName.draft(of: "settings.json")

    private func identity(_ name: String) throws -> FileIdentity { FileStatus(try directory.status(name)).identity }

    /// Gives what is under `name` the name of a complete temporary file.
    private func complete(_ name: String, _ new: FileIdentity, _ base: FileIdentity?) throws -> String {
        let complete = draft.complete(new, replacing: base)
        #expect(rename(directory.file(name), directory.file(complete.text)) == 0)
        return complete.text
    }

    private func repository() throws -> SettingsRepository<ServerSettings> {
        try SettingsRepository(path: directory.file("settings.json"), defaults: ServerSettings())
    }

    private let gone = FileIdentity(
        device: 1, inode: 1, size: 1, modified: .init(seconds: 1, nanoseconds: 1),
        changed: .init(seconds: 1, nanoseconds: 1))

    @Test("A temporary file's name is read back from its text, and nobody else's name is taken for one")
    func names() {
        for file in ["a b", "settings.json", "a-b"] {
            let draft = TemporaryName.draft(of: file)
            #expect(TemporaryName(draft.text, of: file) == draft)
            let complete = draft.complete(gone, replacing: nil)
            #expect(TemporaryName(complete.text, of: file) == complete)
            #expect(complete.draft == draft)
            #expect(IntentRecord(IntentRecord(complete).bytes)?.temporary == complete.text)
            #expect(TemporaryName(draft.text + "x", of: file) == nil)
            #expect(TemporaryName(draft.text + "-0123456789abcdef", of: file) == nil)
            #expect(TemporaryName(draft.text, of: file + "x") == nil)
        }
        #expect(IntentRecord(Array("nonsense\n".utf8)) == nil)
        #expect(IntentRecord([]) == nil)
    }

    @Test("A draft that was never complete is removed, though the storage has looked through the directory before")
    func draftIsRemoved() async throws {
        try directory.write("{ \"port\": 1 }")
        let repository = try repository()
        try await repository.set(\.host, to: "g")
        try directory.write("{ \"port\": ", to: draft.text)
        let lock = try FileHandle(forWritingTo: URL(filePath: directory.file(".settings.json.lock")))
        try lock.write(contentsOf: Data(IntentRecord(draft).bytes))
        try lock.close()
        try await repository.set(\.host, to: "h")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
        #expect(try directory.read() == "{ \"port\": 1, \"host\": \"h\" }")
    }

    @Test("Bytes from before the commit, under the temporary name, are removed")
    func oldBytes() async throws {
        try directory.write("{ \"port\": 1 }", to: "old")
        try directory.write("{ \"port\": 2 }")
        _ = try complete("old", identity("settings.json"), identity("old"))
        try await repository().set(\.host, to: "h")
        #expect(try directory.read() == "{ \"port\": 2, \"host\": \"h\" }")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("A person's save that the exchange had just taken out goes back")
    func personsSave() async throws {
        try directory.write("{ \"port\": 5 /* mine */ }", to: "mine")
        try directory.write("{ \"port\": 2 }")
        _ = try complete("mine", identity("settings.json"), gone)
        try await repository().set(\.host, to: "h")
        #expect(try directory.read() == "{ \"port\": 5 /* mine */, \"host\": \"h\" }")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("Where it cannot be told which save is newer, both are kept, and an event says where")
    func unsure() async throws {
        try directory.write("{ \"port\": 5 }", to: "mine")
        try directory.write("{ \"port\": 6 }")
        _ = try complete("mine", gone, gone)
        let repository = try repository()
        let events = await repository.events
        try await repository.set(\.host, to: "h")
        #expect(try directory.read() == "{ \"port\": 6, \"host\": \"h\" }")
        let kept = try #require(try directory.names.first { $0.hasPrefix("settings.json.recovered-") })
        #expect(try directory.read(kept) == "{ \"port\": 5 }")
        for await event in events {
            guard case .keptAside(let path) = event else { continue }
            #expect(path == directory.file(kept))
            break
        }
    }

    // MARK: A write in place that did not end

    private let backup = ".settings.json.settings-backup"

    @Test("A file that a crash left half-written in place is restored from its copy, and its bytes are kept aside")
    func tornInPlace() async throws {
        try directory.write("{ \"port\": 1 }")
        let repository = try repository()
        try directory.write("{ \"port\": 1 }", to: backup)
        try directory.write("{ \"port\": 22")
        let old = Date(timeIntervalSinceNow: -60)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: directory.file("settings.json"))
        let inode = try directory.status().st_ino
        try await repository.set(\.host, to: "h")
        #expect(try directory.read() == "{ \"port\": 1, \"host\": \"h\" }")
        #expect(try directory.status().st_ino != inode)
        let kept = try #require(try directory.names.first { $0.hasPrefix("settings.json.recovered-") })
        #expect(try directory.read(kept) == "{ \"port\": 22")
        #expect(try directory.names == [".settings.json.lock", "settings.json", kept])
    }

    @Test("A copy is not restored over what was written long after it: a typo is refused as ever")
    func typoLongAfterACrash() async throws {
        try directory.write("{ \"port\": 1 }")
        let repository = try repository()
        try directory.write("{ \"port\": 1 }", to: backup)
        let old = Date(timeIntervalSinceNow: -3600)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: directory.file(backup))
        let work = "{ \"port\": 1, \"name\": \"an hour of work\""
        try directory.write(work)
        let error = await #expect(throws: SettingsError.self) { try await repository.set(\.host, to: "h") }
        #expect(error?.location != nil)
        #expect(try directory.read() == work)
        #expect(try directory.read(backup) == "{ \"port\": 1 }")
        // Mended, the copy is kept aside.
        try directory.write(work + " }")
        try await repository.set(\.host, to: "h")
        #expect(try directory.read().contains("an hour of work"))
        #expect(try directory.names.contains { $0.hasPrefix("settings.json.recovered-") })
    }

    @Test("A copy beside a file that says the same is removed; beside one that a person has changed it is kept aside")
    func copyBesideReadableFile() async throws {
        try directory.write("{ \"port\": 1 }")
        try directory.write("{ \"port\": 1 }", to: backup)
        try await repository().set(\.host, to: "h")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
        try directory.write("{ \"port\": 3 }", to: backup)
        try await repository().set(\.port, to: 2)
        #expect(try directory.read() == "{ \"port\": 2, \"host\": \"h\" }")
        let kept = try #require(try directory.names.first { $0.hasPrefix("settings.json.recovered-") })
        #expect(try directory.read(kept) == "{ \"port\": 3 }")
    }
}
