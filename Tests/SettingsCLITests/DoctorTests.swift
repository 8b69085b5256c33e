import Foundation
import TestSupport
import Testing

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
}
