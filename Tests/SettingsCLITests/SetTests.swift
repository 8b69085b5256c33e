import Foundation
import TestSupport
import Testing

struct SetTests {
    @Test("set KEY null on a key with a type tells of --json and unset")
    func nullHint() async throws {
        for value in ["1", "true", "[]", "{}"] {
            let room = try Room("{\"a\": \(value)}")
            let result = try await room.run("set", "a", "null")
            #expect(result.status == 4)
            #expect(result.errors.contains("hint: '--json' sets a null, and 'unset' takes the key away\n"))
            #expect(try await room.run("set", "--json", "a", "null").status == 0)
        }
    }

    @Test("One value changes, and no other byte")
    func oneLine() async throws {
        let lines = (0..<200).map { "  \"key\($0)\": \($0), // the number \($0)" }
        let room = try Room("{\n" + lines.joined(separator: "\n") + "\n}\n")
        let before = try room.text()
        #expect(try await room.run("set", "key77", "78") == ProgramResult(status: 0, output: "", errors: ""))
        #expect(try room.text() == before.replacing("\"key77\": 77,", with: "\"key77\": 78,"))
    }

    @Test("A value takes the type that the key has")
    func types() async throws {
        let room = try Room(#"{"s": "a", "n": 1, "b": true, "l": [1], "z": null}"#)
        #expect(try await room.run("set", "s", "24", "n", "-5", "b", "false", "l", "[2]", "z", "1.5").status == 0)
        #expect(try room.text() == #"{"s": "24", "n": -5, "b": false, "l": [2], "z": 1.5}"#)
    }

    @Test(
        "A value that does not fit ends with 4, says what is expected, and changes nothing",
        arguments: [
            ("n", "abc", "expected a number"), ("b", "1", "expected true or false"), ("l", "1", "expected an array"),
            ("o", "[]", "expected an object"),
        ])
    func refused(key: String, value: String, message: String) async throws {
        let text = #"{"n": 1, "b": true, "l": [], "o": {}}"#
        let room = try Room(text)
        let result = try await room.run("set", key, value)
        #expect(result.status == 4)
        #expect(result.output == "")
        #expect(result.errors.contains("\(key): \(message)"))
        #expect(try room.text() == text)
    }

    @Test("A new key is the JSON that it reads as, else a string")
    func newKeys() async throws {
        let room = try Room("{}")
        #expect(try await room.run("set", "a", "1", "b", "hello", "c", "001", "d", "{\"x\": []}").status == 0)
        #expect(
            try await room.run("get", "--json").output == "{\"a\":1,\"b\":\"hello\",\"c\":\"001\",\"d\":{\"x\":[]}}\n")
    }

    @Test("--json gives exact JSON and --string a string, whatever was there")
    func forms() async throws {
        let room = try Room(#"{"a": 1, "b": "x"}"#)
        #expect(try await room.run("set", "--string", "a", "7").status == 0)
        #expect(try await room.run("set", "--json", "b", "{n: 1}").status == 0)
        #expect(try room.text() == #"{"a": "7", "b": {"n": 1}}"#)
        #expect(try await room.run("set", "--json", "b", "nonsense").status == 4)
        #expect(try await room.run("set", "--json", "--string", "b", "1").status == 2)
    }

    @Test("Several pairs are one transaction: all or none")
    func allOrNone() async throws {
        let room = try Room(#"{"a": 1, "b": 2}"#)
        let refused = try await room.run("set", "a", "9", "b", "x")
        #expect(refused.status == 4, "\(refused.errors)")
        #expect(try room.text() == #"{"a": 1, "b": 2}"#)
        #expect(try await room.run("unset", "a", "c").status == 1)
        #expect(try room.text() == #"{"a": 1, "b": 2}"#)
        #expect(try await room.run("unset", "a", "b").status == 0)
        #expect(try await room.run("get", "--json").output == "{}\n")
    }

    @Test("A broken file is never written to")
    func broken() async throws {
        let room = try Room("{a: ")
        let result = try await room.run("set", "b", "2")
        #expect(result.status == 3)
        #expect(result.errors.hasPrefix("s.json:1:4: error: "))
        #expect(try room.text() == "{a: ")
    }

    @Test("A dry run prints a unified diff and writes nothing")
    func dryRun() async throws {
        let room = try Room("{\n  // one\n  \"a\": 1\n}\n")
        let result = try await room.run("set", "--dry-run", "a", "2")
        #expect(
            result
                == ProgramResult(
                    status: 0,
                    output: "--- s.json\n+++ s.json\n@@ -1,4 +1,4 @@\n {\n   // one\n-  \"a\": 1\n+  \"a\": 2\n }\n",
                    errors: ""))
        #expect(try room.text() == "{\n  // one\n  \"a\": 1\n}\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == ["s.json"])
    }

    @Test(
        "The diff of a dry run is one that patch applies, whatever the file is called",
        arguments: ["s.json", "a b.json", "a\"b\\n.json", "a\nb\t\u{1}.json", "é ü.json", "a \"b\".json"])
    func patch(name: String) async throws {
        let room = try Room()
        try room.write("{\n  \"a\": 1\n}\n", to: name)
        let diff = try await Tool.run(["-f", name, "set", "--dry-run", "a", "2"], in: room.path)
        try room.write(diff.output, to: "diff")
        let patch = try await Program.run("patch", ["-i", "diff", "--batch"], in: room.path)
        #expect(patch.status == 0, "\(patch)\n\(diff.output)")
        #expect(try room.text(name) == "{\n  \"a\": 2\n}\n")
    }

    @Test("With --if-revision a change is made on that revision only, else it ends with 6")
    func ifRevision() async throws {
        let room = try Room(#"{"a": 1}"#)
        let revision = String(try await room.run("get", "--revision").output.dropLast())
        #expect(try await room.run("set", "--if-revision", revision, "a", "2").status == 0)
        let late = try await room.run("set", "--if-revision", revision, "a", "3")
        #expect(late.status == 6)
        #expect(late.errors.contains("no longer at revision \(revision)"))
        #expect(try room.text() == #"{"a": 2}"#)
        #expect(try await room.run("unset", "--if-revision", revision, "a").status == 6)
        #expect(try await room.run("set", "--if-revision", "rubbish", "a", "3").status == 2)
    }

    @Test("The revision of no file makes a file only where there is none")
    func ifMissing() async throws {
        let room = try Room()
        #expect(try await room.run("set", "--if-revision", "missing", "a", "1").status == 0)
        #expect(try await room.run("set", "--if-revision", "missing", "a", "2").status == 6)
        #expect(try await room.run("get", "a").output == "1\n")
    }

    @Test("A file with hard links is written with --in-place alone, and keeps them")
    func inPlace() async throws {
        let room = try Room(#"{"a": 1}"#)
        try FileManager.default.linkItem(atPath: room.file, toPath: room.path + "/other.json")
        #expect(try await room.run("set", "a", "2").status == 5)
        #expect(try await room.run("set", "--in-place", "a", "2").status == 0)
        #expect(try room.text("other.json") == #"{"a": 2}"#)
    }

    @Test("Another process's lock is waited for as long as asked, then it ends with 6")
    func lockTimeout() async throws {
        let room = try Room(#"{"a": 1}"#)
        #expect(try await room.run("set", "a", "2").status == 0)
        let holder = open(room.path + "/.s.json.lock", O_RDWR)
        try #require(holder >= 0)
        defer { close(holder) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        try #require(fcntl(holder, 37 /* F_OFD_SETLK */, &lock) == 0)
        let result = try await room.run("set", "--lock-timeout", "0.05", "a", "3")
        #expect(result.status == 6)
        #expect(result.errors.contains("gave up waiting"))
        #expect(try room.text() == #"{"a": 2}"#)
    }

    @Test("Who has the file open for writing is waited for as long as asked, too", arguments: ["0.05", "30"])
    func writerInPlace(_ timeout: String) async throws {
        let room = try Room(#"{"a": 1}"#)
        // Longer than the wait that is usual for such a writer.
        let result = try await room.shell(
            """
            mkfifo ready; { exec 3>>s.json; echo > ready; exec sleep 2.5; } 2>/dev/null & read < ready
            $tool -f s.json set --lock-timeout \(timeout) a 2; echo $?; kill $! 2>/dev/null; cat s.json
            """)
        #expect(result.output == (timeout == "30" ? "0\n{\"a\": 2}" : "6\n{\"a\": 1}"))
    }

    @Test("A limit for the size of files is an error, and nothing is left")
    func fileSizeLimit() async throws {
        let text = #"{"a": 1, "b": "\#(String(repeating: "x", count: 5000))"}"#
        let room = try Room(text)
        let result = try await room.shell("ulimit -f 1; $tool -f s.json set a 2")
        #expect(result.status == 5)
        #expect(result.errors.contains("(ulimit -f)"), "\(result.errors)")
        #expect(try room.text() == text)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: room.path).sorted() == [".s.json.lock", "s.json"])
    }

    @Test(
        "What a dry run prints is put in place by patch, which is told the file's name",
        .enabled(if: Program.exists("patch"), "there is no patch here"), arguments: ["s.json", "$PWD/s.json", "link"])
    func patch(_ name: String) async throws {
        let room = try Room("{\n  \"a\": 1\n}\n")
        let result = try await room.shell(
            #"ln -s s.json link; $tool -f "\#(name)" set --dry-run a 2 | patch "$($tool -f "\#(name)" path)""#)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try room.text() == "{\n  \"a\": 2\n}\n")
    }

    @Test("Fifty settings of fifty keys at once lose none")
    func concurrently() async throws {
        let room = try Room("{}")
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask { try await room.run("set", "key\(number)", "\(number)").status }
            }
            for try await status in group { #expect(status == 0) }
        }
        let list = try await room.run("list").output.split(separator: "\n")
        #expect(Set(list) == Set((0..<50).map { "key\($0): \($0)" }))
    }

    @Test("Positions in several keys of unset are those of the file as it is")
    func unsetPositions() async throws {
        let room = try Room(#"{"a":[1,2,3],"b":[4,5]}"#)
        #expect(try await room.run("unset", "a[0]", "a[1]", "b[0]", "b[1]").status == 0)
        #expect(try room.text() == #"{"a":[3],"b":[]}"#)
        #expect(try await room.run("unset", "a[0]", "a[1]").status == 1)
        #expect(try room.text() == #"{"a":[3],"b":[]}"#)
    }

    @Test("What is JSON and cannot be kept is refused, not stored as a string")
    func notKept() async throws {
        let room = try Room(#"{"l": []}"#)
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        for (key, value, reason) in [
            ("x", deep, "deeper than 512 levels"), ("l", deep, "deeper than 512 levels"),
            ("x", #"{"a":1,"a":2}"#, "stands twice"),
        ] {
            let result = try await room.run("set", key, value)
            #expect(result.status == 4)
            #expect(result.errors.contains(reason))
            #expect(result.errors.contains("--string"))
        }
        #expect(try room.text() == #"{"l": []}"#)
        #expect(try await room.run("set", "--string", "x", deep).status == 0)
    }

    @Test("Infinity and NaN make no JSON5 of a file of plain JSON, unless asked to")
    func nonFinite() async throws {
        let room = try Room(#"{"n": 1.5, "l": [1]}"#)
        for (key, value) in [("n", "NaN"), ("n", "-Infinity"), ("l", "[1, {x: NaN}]")] {
            let result = try await room.run("set", "--", key, value)
            #expect(result.status == 4)
            #expect(result.errors.contains("plain JSON cannot hold"))
            #expect(result.errors.contains("--json"))
        }
        #expect(try room.text() == #"{"n": 1.5, "l": [1]}"#)
        #expect(try await room.run("set", "n", "0x10", "l", "[.5]").status == 0)
        #expect(try room.text() == #"{"n": 16, "l": [0.5]}"#)
        #expect(try await room.run("set", "--json", "n", "NaN").status == 0)
        #expect(try await room.run("set", "n", "Infinity").status == 0)
        #expect(try room.text() == #"{"n": Infinity, "l": [0.5]}"#)
    }

    @Test("What comes to nothing where there is no file leaves nothing behind")
    func noLockForNothing() async throws {
        let room = try Room()
        #expect(try await room.run("unset", "a").status == 1)
        #expect(try await room.run("set", "a.b", "1", "a", "2").status == 4)
        #expect(try await room.run("set", "--if-revision", String(repeating: "0", count: 32), "a", "2").status == 6)
        #expect(try await room.run("set", "", "{}").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == [])
        #expect(
            try await room.run("--app", "nobody", "unset", "a", environment: ["XDG_CONFIG_HOME": room.path]).status == 2
        )
        #expect(try await room.run("set", "a", "1").status == 0)
        #expect(try room.text() == "{\n  \"a\": 1\n}\n")
    }
}
