import Foundation
import SettingsStore
import TestSupport
import Testing

@testable import SettingsCLI

/// Keys that can mean more than one place, or none that a file could have.
struct KeyTests {
    @Test(
        "A key that could mean a name with a dot or a bracket in it is not guessed, wherever that name is",
        arguments: [
            (#"{"a.b": 1}"#, "a.b", #""a.b""#, "/a/b"),
            (#"{"a": [{"b.c": 1}]}"#, "a[0].b.c", #"a[0]."b.c""#, #""a"[0].b.c"#),
            (#"{"a.b": {"c": 1}}"#, "a.b.d", #""a.b".d"#, "/a/b/d"), (#"{"a[0]": 5}"#, "a[0]", #""a[0]""#, #""a"[0]"#),
            (#"{"x": {"a.b": [{"c": 1}]}}"#, "x.a.b[0].d", #"x."a.b"[0].d"#, #""x".a.b[0].d"#),
            (#"{"a[0].b": {"c": 1}, "a": []}"#, "a[0].b.c", #""a[0].b".c"#, #""a"[0].b.c"#),
            (#"{"a.b": {"c": 1}, "a": {}}"#, "a.b.d", #""a.b".d"#, "/a/b/d"),
            (#"{"a.b": 1}"#, "a.b.c", #""a.b".c"#, "/a/b/c"),
        ])
    func ambiguous(text: String, key: String, other: String, unmistakable: String) async throws {
        let room = try Room(text)
        let result = try await room.run("set", key, "2")
        #expect(result.status == 2)
        #expect(result.errors.contains("the key could also mean '\(other)'"), "\(result.errors)")
        #expect(
            result.errors.contains("hint: write '\(other)', or '\(unmistakable)' for a new key"), "\(result.errors)")
        #expect(try room.text() == text)
        #expect(try KeyArgument(unmistakable).path == KeyArgument(key).path || unmistakable.hasPrefix("/"))
    }

    @Test(
        "A key whose own way is there as far as that of any other is taken as it stands",
        arguments: [
            (#"{"a": {"b": 1}, "a.b": 5}"#, "a.b", #"{"a": {"b": 2}, "a.b": 5}"#),
            (#"{"a": {"b": {}}, "a.b": {"c": 1}}"#, "a.b.d", #"{"a": {"b": {"d": 2}}, "a.b": {"c": 1}}"#),
            (#"{"a": [1], "a[0]": 5}"#, "a[0]", #"{"a": [2], "a[0]": 5}"#),
            (#"{"a": {}, "b.c": 1}"#, "a.b.c", #"{"a": {"b": {"c": 2}}, "b.c": 1}"#),
        ])
    func plain(text: String, key: String, expected: String) async throws {
        let room = try Room(text)
        #expect(try await room.run("set", key, "2").status == 0)
        let value = try SettingsDocument(try room.text()).value
        #expect(try value == SettingsDocument(expected).value)
    }

    @Test("Of a key that is not there, the one with a dot below an element is named")
    func hint() async throws {
        let room = try Room(#"{"a": [{"b.c": 1}]}"#)
        for verb in ["get", "unset"] {
            let result = try await room.run(verb, "a[0].b.c")
            #expect(result.status == 1)
            #expect(result.errors.contains(#"the key with the dot in it is written 'a[0]."b.c"'"#), "\(result.errors)")
        }
    }

    @Test("A key of more steps than a file has levels is refused at once", .timeLimit(.minutes(2)))
    func long() async throws {
        let room = try Room(#"{"a": 1}"#)
        let dotted = Array(repeating: "a", count: 60_000).joined(separator: ".")
        let pointer = "/" + dotted.replacing(".", with: "/")
        for arguments in [["set", dotted, "1"], ["unset", dotted], ["get", dotted], ["set", pointer, "1"]] {
            let result = try await Tool.run(["-f", "s.json"] + arguments, in: room.path)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("error: the key has 60000 steps\nhint: "), "\(result.errors.prefix(200))")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path) == ["s.json"])
        let deep = Array(repeating: "b", count: 512).joined(separator: ".")
        #expect(try await room.run("set", deep, "1").status == 0)
        #expect(try await room.run("get", deep).output == "1\n")
        #expect(try await room.run("get", deep + ".c").status == 2)
    }
}
