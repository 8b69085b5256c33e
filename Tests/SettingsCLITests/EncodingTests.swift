import Foundation
import TestSupport
import Testing

/// Bytes that are not UTF-8, where a command line, a variable or a link holds them.
struct EncodingTests {
    @Test(
        "A path, key or value that is not UTF-8 is refused, not repaired",
        arguments: [
            #"$tool -f "$(printf 'n\377.json')" set a 2"#, #"$tool -f s.json set n "$(printf 'caf\351')""#,
            #"$tool -f s.json set "$(printf 'k\377')" 5"#, #"SETTINGS_FILE="$(printf 'n\377')" $tool set a 2"#,
        ])
    func refused(_ line: String) async throws {
        let room = try Room("{\"n\": \"s\"}\n")
        let result = try await room.shell(line)
        #expect(result.status == 2)
        #expect(result.errors.contains("is not valid UTF-8"))
        #expect(try room.text() == "{\"n\": \"s\"}\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == ["s.json"])
    }

    @Test("U+FFFD itself is a character like any other")
    func replacementCharacter() async throws {
        let room = try Room("{}\n")
        #expect(try await room.run("set", "n", "\u{FFFD}").status == 0)
        #expect(try await room.run("get", "n").output == "\u{FFFD}\n")
    }

    @Test("A link whose target's name is not UTF-8 is refused by a write: another file must not be made in its place")
    func link() async throws {
        let room = try Room()
        let made = try await room.shell(#"printf '{"a":1}' > "$(printf 't\377')"; ln -s "$(printf 't\377')" l.json"#)
        try #require(made.status == 0)
        let result = try await room.shell("$tool -f l.json set a 2; ls | wc -l")
        #expect(result.errors.contains("not valid UTF-8"))
        #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "2")
        #expect(try await room.shell("cat l.json").output == "{\"a\":1}")
    }

    @Test(
        "In a directory that has been deleted every command ends with 5 and says so",
        arguments: ["get", "path", "doctor", "set a 1", "watch"])
    func deletedDirectory(_ command: String) async throws {
        let result = try await Room().shell("mkdir gone; cd gone; rmdir ../gone; $tool -f f.json \(command)")
        #expect(result.status == 5)
        #expect(result.errors.contains("working directory"))
        #expect(result.output == "")
    }
}
