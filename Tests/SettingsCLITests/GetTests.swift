import Foundation
import TestSupport
import Testing

struct GetTests {
    @Test("A string is printed bare, a number as it is written, containers as JSON")
    func values() async throws {
        let room = try Room(#"{"s": "a b", "n": 1.0, "x": 0x1F, "b": true, "o": {"k": [1]}}"#)
        #expect(try await room.run("get", "s").output == "a b\n")
        #expect(try await room.run("get", "n").output == "1.0\n")
        #expect(try await room.run("get", "x").output == "0x1F\n")
        #expect(try await room.run("get", "x", "--json").output == "31\n")
        #expect(try await room.run("get", "b").output == "true\n")
        #expect(try await room.run("get", "o").output == "{\n  \"k\": [\n    1\n  ]\n}\n")
        #expect(try await room.run("get", "o", "--json").output == "{\"k\":[1]}\n")
        #expect(try await room.run("get", "s", "--json").output == "\"a b\"\n")
    }

    @Test("Within containers and in lists a number is JSON")
    func numbersAsJSON() async throws {
        let room = try Room("{mask: 0x1F}")
        #expect(try await room.run("get").output == "{\n  \"mask\": 31\n}\n")
        #expect(try await room.run("list").output == "mask: 31\n")
    }

    @Test("null, empty and missing are three states")
    func states() async throws {
        let room = try Room(#"{"s": null, "l": [], "o": {}}"#)
        #expect(try await room.run("get", "s") == ProgramResult(status: 0, output: "null\n", errors: ""))
        #expect(try await room.run("get", "l").output == "[]\n")
        #expect(try await room.run("get", "o").output == "{}\n")
        #expect(try await room.run("list", "--json").output == "{\"s\":null,\"l\":[],\"o\":{}}\n")
        let missing = try await room.run("get", "m")
        #expect(missing.status == 1)
        #expect(missing.output == "")
    }

    @Test("A value never decides the exit status")
    func statusIsNoValue() async throws {
        let room = try Room(#"{"two": 2, "no": false}"#)
        #expect(try await room.run("get", "two") == ProgramResult(status: 0, output: "2\n", errors: ""))
        #expect(try await room.run("get", "no") == ProgramResult(status: 0, output: "false\n", errors: ""))
    }

    @Test("A key that is not there ends with 1 and the nearest one that is")
    func suggestion() async throws {
        let result = try await Room(#"{"server": {"port": 1}}"#).run("get", "server.prot")
        #expect(
            result
                == ProgramResult(
                    status: 1, output: "",
                    errors: "s.json: error: server.prot: no such key\nhint: did you mean 'server.port'?\n"))
    }

    @Test("A key with a dot in it and a path are different, and the message tells how to write it")
    func dottedKey() async throws {
        let room = try Room(#"{"a.b": 1}"#)
        let result = try await room.run("get", "a.b")
        #expect(result.status == 1)
        #expect(result.errors.contains(#"is written '"a.b"'"#))
        #expect(try await room.run("get", #""a.b""#).output == "1\n")
        #expect(try await room.run("set", "a.b", "2").status == 2)
        #expect(try room.text() == #"{"a.b": 1}"#)
        #expect(try await room.run("set", "/a/b", "2").status == 0)
        #expect(try await room.run("get", "a.b").output == "2\n")
    }

    @Test(
        "Every string works as a key, there and back",
        arguments: [
            ("__proto__", "__proto__"), ("", #""""#), ("-x", "-x"), ("a/b", "a/b"), ("~", "~"),
            ("two words", "two words"), ("1", "1"), ("new\nline", #""new\nline""#), ("é", "é"),
            ("e\u{301}", "e\u{301}"),
        ])
    func keys(key: String, written: String) async throws {
        let room = try Room("{}")
        #expect(try await room.run("set", "--", written, "5") == ProgramResult(status: 0, output: "", errors: ""))
        #expect(try await room.run("get", "--", written).output == "5\n")
        let data = try Data(contentsOf: URL(filePath: room.file))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Int])
        #expect(object.keys.first.map { Array($0.unicodeScalars) } == Array(key.unicodeScalars))
        #expect(try await room.run("unset", "--", written).status == 0)
        #expect(try await room.run("get", "--", written).status == 1)
    }

    @Test("Without a file, a key is missing and the whole cannot be read")
    func noFile() async throws {
        let room = try Room()
        #expect(try await room.run("get", "a").status == 1)
        #expect(try await room.run("get").status == 5)
        #expect(try await room.run("validate").status == 5)
        #expect(!FileManager.default.fileExists(atPath: room.file))
    }

    @Test("The revision is that of the bytes")
    func revision() async throws {
        let room = try Room(#"{"a": 1}"#)
        let first = try await room.run("get", "--revision").output
        #expect(first.count == 33)
        try room.replace(#"{"a": 2}"#)
        #expect(try await room.run("get", "--revision").output != first)
        try room.replace(#"{"a": 1}"#)
        #expect(try await room.run("get", "a", "--revision").output == first + "1\n")
    }

    @Test("Every JSON that is printed is read by a parser of plain JSON, Infinity and NaN in quotes")
    func strictOutput() async throws {
        let room = try Room("{n: NaN, i: +Infinity, m: -Infinity, x: [0x10, .5, -NaN], s: 'NaN'}")
        let expected = #"{"n":"NaN","i":"Infinity","m":"-Infinity","x":[16,0.5,"NaN"],"s":"NaN"}"#
        #expect(try await room.run("get", "--json").output == expected + "\n")
        #expect(try await room.run("get", "n", "--json").output == "\"NaN\"\n")
        #expect(try await room.run("get", "m").output == "-Infinity\n")
        for arguments in [
            ["get", "--json"], ["list", "--json"], ["get", "--revision", "--json"],
            ["watch", "--json", "--count", "1"],
        ] {
            if arguments[0] == "watch" {
                let watch = try WatchProcess(room, "--json", "--count", "1")
                let current = try #require(try await watch.nextEvent())
                try room.replace("{n: -Infinity}")
                let change = try #require(try await watch.nextEvent())
                for line in [current, change] { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
                #expect(change.contains(#""new":{"n":"-Infinity"}"#))
            } else {
                let output = try await Tool.run(["-f", "s.json"] + arguments, in: room.path).output
                _ = try JSONSerialization.jsonObject(with: Data(output.utf8))
            }
        }
    }
}
