import Foundation
import Glibc
import SettingsStore
import TestSupport
import Testing

@testable import SettingsStore

/// A file that was deleted while a service runs, and that its next update makes again.
@Suite struct RestoredFileTests {
    private let directory = TestDirectory()
    private var path: String { directory.file("settings.json") }
    private static let isRoot = geteuid() == 0
    private static let hasAccessLists = Program.exists("setfacl")

    /// The kernel as who is not root and no member of the file's group meets it.
    private static let asNobody = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
        if call.kind == .setOwner { throw SystemError(EPERM) }
    }

    private func repository(
        _ calls: any SystemCalls = LinuxSystemCalls(), permissions: UInt16? = nil
    ) throws -> SettingsRepository<ServerSettings> {
        var options = FileStorage.Options()
        options.permissions = permissions
        return try SettingsRepository(
            storage: FileStorage(path: path, options: options, calls: calls), defaults: ServerSettings())
    }

    private func prepare(mode: mode_t) throws {
        try directory.write("{ \"port\": 1 }")
        #expect(chmod(path, mode) == 0)
    }

    @Test("It has the mode that it had, whatever the mode of a new file", arguments: [nil, 0o644 as UInt16])
    func mode(_ asked: UInt16?) async throws {
        try prepare(mode: 0o600)
        let repository = try repository(permissions: asked)
        try directory.remove("settings.json")
        try await repository.set(\.port, to: 2)
        #expect(try directory.status().st_mode & 0o7777 == 0o600)
        #expect(try directory.read() == "{ \"port\": 2 }")
    }

    @Test("It has the mode that was given to it since it was written")
    func changedMode() async throws {
        try prepare(mode: 0o644)
        let repository = try repository()
        try await repository.set(\.port, to: 2)
        chmod(path, 0o600)
        try await repository.set(\.port, to: 3)
        try directory.remove("settings.json")
        try await repository.set(\.port, to: 4)
        #expect(try directory.status().st_mode & 0o7777 == 0o600)
    }

    @Test("A file that never was gets the mode that was asked for")
    func neverThere() async throws {
        try await repository(permissions: 0o640).set(\.port, to: 2)
        #expect(try directory.status().st_mode & 0o7777 == 0o640)
    }

    @Test("It belongs to whom it belonged", .enabled(if: isRoot, "only root may give files away"))
    func owner() async throws {
        try prepare(mode: 0o640)
        #expect(chown(path, 2, 60) == 0)
        let repository = try repository()
        try directory.remove("settings.json")
        try await repository.set(\.port, to: 2)
        let status = try directory.status()
        #expect(status.st_uid == 2 && status.st_gid == 60 && status.st_mode & 0o7777 == 0o640)
    }

    @Test(
        "Where its group cannot be given, another group may do no more than all others",
        .enabled(if: isRoot, "only root may give files away"),
        arguments: [(0o660, 0o600), (0o640, 0o600), (0o664, 0o644), (0o644, 0o644), (0o4755, 0o755)]
            as [(mode_t, mode_t)]
    )
    func foreignGroup(_ old: mode_t, _ new: mode_t) async throws {
        try prepare(mode: old)
        #expect(chown(path, 2, 60) == 0 && chmod(path, old) == 0)
        let repository = try repository(Self.asNobody)
        try directory.remove("settings.json")
        try await repository.set(\.port, to: 2)
        #expect(try directory.status().st_mode & 0o7777 == new)
    }

    @Test(
        "It has the access list that it had; for a group that cannot be given it is narrowed",
        .enabled(if: isRoot && hasAccessLists, "needs root and access lists"), arguments: [true, false])
    func accessList(_ isGiven: Bool) async throws {
        try prepare(mode: 0o640)
        #expect(chown(path, 2, 60) == 0)
        guard try await Program.run("setfacl", ["-m", "u:1234:rw", path]).status == 0 else { return }
        let repository = try repository(isGiven ? LinuxSystemCalls() : Self.asNobody)
        try directory.remove("settings.json")
        try await repository.set(\.port, to: 2)
        let list = try await Program.run("getfacl", ["-c", "-n", path]).output
        let group = isGiven ? "group::r--" : "group::---"
        #expect(list == "user::rw-\nuser:1234:rw-\n\(group)\nmask::rw-\nother::---\n\n")
    }

    @Test("A change that would make the file larger than may be read is refused, and the file is as it was")
    func tooLarge() async throws {
        try prepare(mode: 0o644)
        for way in [FileStorage.Options.Irreplaceable.refuse, .writeInPlace] {
            if way == .writeInPlace { #expect(link(path, directory.file("other")) == 0) }
            var options = FileStorage.Options()
            options.maximumSize = 40
            options.irreplaceable = way
            let repository = try SettingsRepository(path: path, defaults: ServerSettings(), options: options)
            let error = await #expect(throws: SettingsError.self) {
                try await repository.set(\.host, to: String(repeating: "x", count: 40))
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.description.contains("more than the limit of 40") == true)
            #expect(try directory.read() == "{ \"port\": 1 }")
            try await repository.set(\.port, to: 2)
            try await repository.set(\.port, to: 1)
        }
    }
}
