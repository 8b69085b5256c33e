import Foundation
import Glibc
import Testing

@testable import SettingsStore

/// What a process leaves that is killed in the middle of a commit, put right by the next one.
@Suite struct RecoveryTests {
    private let directory = TestDirectory()
    private let temporary = ".settings.json.settings-tmp-0123456789abcdef"

    private func version(_ name: String) throws -> IntentRecord.Version {
        IntentRecord.Version(FileStatus(try directory.status(name)).identity)
    }

    private func record(_ record: IntentRecord) throws {
        try Data(record.bytes).write(to: URL(filePath: directory.file(".settings.json.lock")))
    }

    private func repository() throws -> SettingsRepository<ServerSettings> {
        try SettingsRepository(path: directory.file("settings.json"), defaults: ServerSettings())
    }

    @Test("A record comes back from its own bytes, names with spaces too")
    func roundTrip() {
        let version = IntentRecord.Version(inode: 7, size: 9, modified: .init(seconds: -1, nanoseconds: 5))
        for record in [
            IntentRecord(step: .drafting, temporary: ".a b.settings-tmp-0123456789abcdef"),
            IntentRecord(step: .exchanging, temporary: "x", new: version, base: nil),
            IntentRecord(step: .exchanging, temporary: "x", new: version, base: version),
        ] { #expect(IntentRecord(record.bytes) == record) }
        #expect(IntentRecord(Array("nonsense\n".utf8)) == nil)
        #expect(IntentRecord([]) == nil)
    }

    @Test("A draft that was never visible is removed")
    func draft() async throws {
        try directory.write("{ \"port\": 1 }")
        try directory.write("{ \"port\": ", to: temporary)
        try record(IntentRecord(step: .drafting, temporary: temporary))
        try await repository().set(\.host, to: "h")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
        #expect(try directory.read() == "{ \"port\": 1, \"host\": \"h\" }")
    }

    @Test("Bytes from before the commit, under the temporary name, are removed")
    func oldBytes() async throws {
        try directory.write("{ \"port\": 1 }", to: temporary)
        try directory.write("{ \"port\": 2 }")
        try record(
            IntentRecord(
                step: .exchanging, temporary: temporary, new: try version("settings.json"),
                base: try version(temporary)))
        try await repository().set(\.host, to: "h")
        #expect(try directory.read() == "{ \"port\": 2, \"host\": \"h\" }")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("A person's save that the exchange had just taken out goes back")
    func personsSave() async throws {
        try directory.write("{ \"port\": 5 /* mine */ }", to: temporary)
        try directory.write("{ \"port\": 2 }")
        let gone = IntentRecord.Version(inode: 1, size: 1, modified: .init(seconds: 1, nanoseconds: 1))
        try record(
            IntentRecord(
                step: .exchanging, temporary: temporary, new: try version("settings.json"), base: gone))
        try await repository().set(\.host, to: "h")
        #expect(try directory.read() == "{ \"port\": 5 /* mine */, \"host\": \"h\" }")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("Where it cannot be told which save is newer, both are kept, and an event says where")
    func unsure() async throws {
        try directory.write("{ \"port\": 5 }", to: temporary)
        try directory.write("{ \"port\": 6 }")
        let gone = IntentRecord.Version(inode: 1, size: 1, modified: .init(seconds: 1, nanoseconds: 1))
        try record(IntentRecord(step: .exchanging, temporary: temporary, new: gone, base: gone))
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
}
