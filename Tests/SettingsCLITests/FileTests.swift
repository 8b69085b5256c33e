import Foundation
import SettingsStore
import TestSupport
import Testing

/// What can be in a settings file's place.
struct FileTests {
    @Test("A fault has its place, the line and a caret, and ends with 3")
    func invalid() async throws {
        let room = try Room("{\n  \"port\": 80a\n}\n")
        for command in ["get", "list", "validate", "watch"] {
            let result = try await room.run(command)
            #expect(result.status == 3)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("s.json:2:"))
            #expect(result.errors.contains("  \"port\": 80a\n"))
            #expect(result.errors.contains("^"))
        }
    }

    @Test("What is no regular file is refused at once, each with its own message, and ends with 5")
    func irregular() async throws {
        let room = try Room()
        func refused(_ file: String, _ message: String) async throws {
            for command in [["get"], ["set", "a", "1"], ["validate"], ["watch"]] {
                let result = try await Tool.run(["-f", file] + command, in: room.path)
                #expect(result.status == 5, "\(file) \(command)")
                #expect(result.output == "")
                #expect(result.errors.contains(message), "\(result.errors)")
            }
        }
        try FileManager.default.createDirectory(atPath: room.path + "/d", withIntermediateDirectories: false)
        try await refused("d", "a directory")
        try #require(mkfifo(room.path + "/p", 0o644) == 0)
        try await refused("p", "FIFO")
        try FileManager.default.createSymbolicLink(atPath: room.path + "/zero", withDestinationPath: "/dev/zero")
        try await refused("zero", "device")
        try room.write("{}", to: "file")
        try await refused("file/s.json", "a part of the path is a file")
        try room.write("", to: "large")
        try #require(truncate(room.path + "/large", 65 << 20) == 0)
        try await refused("large", "more than the limit")
    }

    @Test("validate tells every duplicate key, and where both are")
    func duplicates() async throws {
        let room = try Room("{\n  \"a\": 1,\n  \"b\": 1,\n  \"a\": 2,\n  \"b\": 2\n}\n")
        let result = try await room.run("validate")
        #expect(result.status == 3)
        #expect(result.errors.contains("s.json:4:3: error: a: "))
        #expect(result.errors.contains("s.json:5:3: error: b: "))
        #expect(try await room.run("set", "a", "9").status == 3)
    }

    @Test("A byte order mark is a warning, and stays")
    func byteOrderMark() async throws {
        let room = try Room("\u{FEFF}{\"a\":1}")
        let result = try await room.run("validate")
        #expect(result.status == 0)
        #expect(result.output == "s.json: valid\n")
        #expect(result.errors.hasPrefix("s.json:1:1: warning: the file begins with a byte order mark"))
        #expect(try await room.run("set", "a", "2").status == 0)
        #expect(Array(try room.text().utf8) == Array("\u{FEFF}{\"a\":2}".utf8))
    }

    @Test("--format json takes nothing but RFC 8259")
    func strict() async throws {
        let room = try Room("{\"a\": 1} // comment\n")
        #expect(try await room.run("validate").status == 0)
        #expect(try await room.run("validate", "--format", "json").status == 3)
        #expect(try await room.run("validate", "--format", "toml").status == 2)
    }

    @Test("The report of validate --json has each problem with its place")
    func report() async throws {
        let result = try await Room("{\n  \"a\": 1,\n  \"a\": 2\n}").run("validate", "--json")
        #expect(result.status == 3)
        #expect(
            result.output.hasPrefix(
                #"{"file":"s.json","valid":false,"problems":[{"severity":"error","code":"duplicateKey","line":3,"column":3,"#
            ))
    }

    @Test("A link stays a link, and path tells where it leads")
    func link() async throws {
        let room = try Room()
        try FileManager.default.createDirectory(atPath: room.path + "/dot", withIntermediateDirectories: false)
        try room.write(#"{"a": 1}"#, to: "dot/real.json")
        try FileManager.default.createSymbolicLink(atPath: room.file, withDestinationPath: "dot/real.json")
        #expect(try await room.run("path").output == room.path + "/dot/real.json\n")
        #expect(try await room.run("set", "a", "2").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: room.file) == "dot/real.json")
        #expect(try room.text("dot/real.json") == #"{"a": 2}"#)
    }

    @Test("validate --json reports a file that is not there, too")
    func validateNothing() async throws {
        let room = try Room()
        let result = try await room.run("validate", "--json")
        #expect(result.output.contains(#""code":"missingFile""#))
        #expect(result.status == 5)
        #expect(result.errors == "")
        let report = try SettingsDocument(result.output).value
        #expect(report.object?["file"] == "s.json")
        #expect(report.object?["valid"] == false)
        #expect(report.value(at: ["problems", 0, "message"]) == "there is no such file")
        #expect(try await room.run("validate").output == "")
    }
}
