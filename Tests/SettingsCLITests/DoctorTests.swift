import Foundation
import SettingsStore
import TestSupport
import Testing

@testable import SettingsCLI

struct DoctorTests {
    @Test("A file in order ends with 0, and nothing is written")
    func well() async throws {
        let room = try Room("{}")
        chmod(room.file, 0o644)
        let result = try await room.run("doctor")
        #expect(result.output.contains("changes are told by the kernel, at once\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == ["s.json"])
    }

    @Test("What a service would not start on ends with 3, and what is unsafe is told")
    func unwell() async throws {
        let room = try Room("{")
        chmod(room.file, 0o666)
        let result = try await room.run("doctor")
        #expect(result.status == 3)
        #expect(result.output.contains("anybody may write it (mode 0666)"))
        #expect(result.output.contains("a service would not start: s.json:1:2: error: "))
        #expect(result.output.contains("is not tried before the file is valid"))
    }

    @Test("The report as JSON is one line with every finding")
    func json() async throws {
        let room = try Room("{}")
        let result = try await Tool.run(["doctor", "s.json", "--json"], in: room.path)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: String]])
        #expect(findings.contains { $0["topic"] == "watch" && $0["level"] == "ok" })
        #expect((result.status == 0) == (report["well"] as? Bool))
    }

    @Test("Where there is no file it speaks of defaults only where there are some")
    func noFile() async throws {
        let room = try Room()
        let result = try await room.run("doctor")
        #expect(result.output.contains("there is no file: nothing is set\n"))
        let command = SettingsCommand(name: "t", version: "1", defaults: ["a": 1] as [String: Int], file: room.file)
        let session = try CommandSession(command, Invocation(["doctor"], program: "t"))
        let findings = await Doctor(session).findings
        #expect(findings.contains { $0.text == "there is no file: the defaults stand" })
    }

    @Test("A file system that a change does not fit on is a fault")
    func space() throws {
        #expect(FreeSpace(bytes: 0, files: 9).shortage(for: 0)?.hasPrefix("no space is left") == true)
        #expect(FreeSpace(bytes: 4096, files: 9).shortage(for: 5000)?.hasPrefix("4096 bytes are left") == true)
        #expect(
            FreeSpace(bytes: 4096, files: 0).shortage(for: 1)?.hasPrefix("the file system can hold no more") == true)
        #expect(FreeSpace(bytes: 4096, files: 1).shortage(for: 4096) == nil)
        #expect(FreeSpace(bytes: nil, files: nil).shortage(for: 4096) == nil)
    }

    @Test("A full file system ends with 5")
    func fullDisk() async throws {
        let room = try Room()
        let result = try await room.shell(
            """
            mkdir m; unshare -m bash -c 'mount -t tmpfs -o size=64k none m || exit 99
            echo "{}" > m/s.json; cat /dev/zero > m/fill 2> /dev/null
            "$tool" -f m/s.json doctor | grep "^error"; exit ${PIPESTATUS[0]}'
            """)
        // Who may not mount has no small file system to fill.
        if result.status == 99 || result.errors.contains("unshare") { return }
        #expect(result.status == 5)
        #expect(result.output.hasPrefix("error   space        no space is left on the file system"), "\(result.output)")
    }

    @Test("A key that a service's settings do not know is told, with the one that may be meant")
    func unknownKeys() async throws {
        struct Settings: Codable, Sendable { var port = 1 }
        let room = try Room("{\n  \"prot\": 2\n}")
        let command = SettingsCommand(name: "t", version: "1", defaults: Settings(), file: room.file)
        let session = try CommandSession(command, Invocation(["doctor"], program: "t"))
        let keys = await Doctor(session).findings.filter { $0.topic == "keys" }
        #expect(keys.map(\.text) == ["line 2: unknown key \"prot\"; did you mean \"port\"?"])
        #expect(keys.allSatisfy { $0.level == .warning })
    }
}
