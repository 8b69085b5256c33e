import SettingsSyntax
import Testing

@Suite("Removing from the text")
struct RemovalTests {
    private func removing(_ text: String, _ paths: SettingsPath...) throws -> String {
        var document = try SettingsDocument(text)
        try document.remove(at: paths)
        return document.text
    }

    @Test("No blank line is left over, wherever the member stood", arguments: ["\n", "\r\n"])
    func blankLines(newline: String) throws {
        let text = "{\n  // about a\n  \"a\": 1,\n\n  // about b\n  \"b\": 2, // b\n\n\n  \"c\": 3\n}\n"
        for (paths, rest) in [
            (["a"], "{\n  // about b\n  \"b\": 2, // b\n\n\n  \"c\": 3\n}\n"),
            (["b"], "{\n  // about a\n  \"a\": 1,\n\n\n  \"c\": 3\n}\n"),
            (["c"], "{\n  // about a\n  \"a\": 1,\n\n  // about b\n  \"b\": 2 // b\n}\n"),
            (["a", "b"], "{\n  \"c\": 3\n}\n"), (["a", "c"], "{\n  // about b\n  \"b\": 2 // b\n}\n"),
            (["b", "c"], "{\n  // about a\n  \"a\": 1\n}\n"), (["c", "b", "a"], "{}\n"),
        ] as [([SettingsPath.Component], String)] {
            var document = try SettingsDocument(text.replacing("\n", with: newline))
            try document.remove(at: paths.map { SettingsPath([$0]) })
            #expect(document.text == rest.replacing("\n", with: newline))
        }
    }

    @Test("A blank line that still parts something stays")
    func partingBlankLine() throws {
        #expect(
            try removing("{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}", ["b"])
                == "{\n  \"a\": 1,\n\n  \"c\": 3\n}")
        #expect(
            try removing("{\n  \"a\": 1,\n\n  \"b\": 2\n  // end\n}", ["b"]) == "{\n  \"a\": 1\n\n  // end\n}")
        #expect(
            try removing("{\n  \"a\": 1,\n\n  // section\n\n  \"b\": 2\n}", ["b"])
                == "{\n  \"a\": 1\n\n  // section\n}")
        #expect(
            try removing("{\n  // head\n\n  \"a\": 1,\n\n  \"b\": 2\n}", ["a"])
                == "{\n  // head\n\n  \"b\": 2\n}")
        #expect(try removing("{\n  \"a\": 1, // x\n\n  \"b\": 2}", ["b"]) == "{\n  \"a\": 1 // x\n}")
        #expect(try removing("{\n  \"a\": 1, // x\n  \"b\": 2,\n  \"c\": 3}", ["b"], ["c"]) == "{\n  \"a\": 1 // x\n}")
    }

    @Test("Each of several paths leads where it leads before any is removed")
    func several() throws {
        #expect(try removing("[1, 2, 3]", [0], [1]) == "[3]")
        #expect(try removing("[1, 2, 3]", [1], [0]) == "[3]")
        #expect(try removing("[1, 2]", [0], [1]) == "[]")
        #expect(
            try removing(
                "{\"a\": [1, {\"x\": 1, \"y\": 2}, 3], \"b\": 0}", ["a", 1, "x"], ["a", 0], ["b"], ["a", 1, "x"])
                == "{\"a\": [{\"y\": 2}, 3]}")
        #expect(try removing("{\"a\": {\"b\": 1}, \"c\": 2}", ["a", "b"], ["a"]) == "{\"c\": 2}")
        var document = try SettingsDocument("[1, 2]")
        let error = #expect(throws: SettingsError.self) { try document.remove(at: [[0], [2]]) }
        #expect(error?.code == .noSuchKey)
        #expect(document.text == "[1, 2]")
    }

    @Test("All but the last of many are taken out without delay", .timeLimit(.minutes(2)))
    func many() throws {
        let count = 50_000
        let text = "[\n" + (0..<count).map { "  {\"id\": \($0)}" }.joined(separator: ",\n") + "\n]\n"
        var document = try SettingsDocument(text)
        try document.set([["id": .number(SettingsNumber(count - 1))]], at: .root)
        #expect(document.text == "[\n  {\"id\": \(count - 1)}\n]\n")
    }
}
