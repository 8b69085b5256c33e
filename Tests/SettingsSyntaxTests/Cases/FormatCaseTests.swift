import SettingsSyntax
import Testing

/// Faults that programs really had with the form of their users' files.
@Suite("The form of a file survives")
struct FormatCaseTests {
    private func edited(_ text: String, _ edit: (inout SettingsDocument) throws -> Void) throws -> String {
        var document = try SettingsDocument(text)
        try edit(&document)
        return document.text
    }

    static let odd = [
        "\t\t{", "   \"odd\":1,", "", "", "\t\"tabs\" :\t[1,  2 ,3],   ", "      \"one\": {\"line\": {\"x\":1 }},",
        "  \"short\"      : 1,", "  \"much longer\": 2,", "", "  \"esc\": \"\\/\\u0041\", \"f\": 1.50, \"g\": 1E5,",
        " 'last' : +0x1F ,", "}   ",
    ]

    @Test("Setting one leaf leaves every other byte, in whatever layout (C06)", arguments: ["\n", "\r\n", "\r"])
    func oneLeaf(newline: String) throws {
        let text = Self.odd.joined(separator: newline)
        for (path, old, new) in [
            (["odd"], "\"odd\":1,", "\"odd\":7,"), (["tabs", 1], "[1,  2 ,3]", "[1,  7 ,3]"),
            (["one", "line", "x"], "\"x\":1 ", "\"x\":7 "), (["short"], "      : 1", "      : 7"),
            (["f"], "1.50", "7"), (["last"], "+0x1F", "7"),
        ] as [(SettingsPath, String, String)] {
            #expect(try edited(text) { try $0.set(7, at: path) } == text.replacing(old, with: new))
        }
    }

    @Test("Blank lines stay when a member comes; when one between them goes, those above it go along")
    func blankLines() throws {
        let text = "{\n\n  \"a\": 1,\n\n\n  \"b\": 2,\n\n  \"c\": 3\n\n}\n\n"
        #expect(try edited(text) { try $0.remove(at: ["b"]) } == text.replacing("\n\n\n  \"b\": 2,", with: ""))
        #expect(
            try edited(text) { try $0.set(4, at: ["d"]) }
                == text.replacing("\"c\": 3\n", with: "\"c\": 3,\n  \"d\": 4\n"))
    }

    @Test(
        "Whether the file ends in a newline, and in which, stays (C07)",
        arguments: ["{\"a\":1}", "{\"a\":1}\n", "{\"a\":1}\r\n", "{\"a\":1}\n\n", "{\"a\":1}  ", "{\"a\":1} // end"])
    func finalNewline(text: String) throws {
        #expect(try edited(text) { try $0.set(2, at: ["a"]) } == text.replacing("1", with: "2"))
        #expect(
            try edited(text) { try $0.set(2, at: ["b"]) } == text.replacing("\"a\":1", with: "\"a\":1,\"b\":2"))
    }

    @Test("What is inserted takes on the file's line ending and indentation (C07)", arguments: ["\n", "\r\n", "\r"])
    func insertedLines(newline: String) throws {
        for indent in ["  ", "    ", "\t", "   "] {
            let text = "{\n>\"a\": 1\n}\n".replacing(">", with: indent).replacing("\n", with: newline)
            let expected =
                "{\n>\"a\": 1,\n>\"b\": {\n>>\"c\": [\n>>>true\n>>]\n>}\n}\n".replacing(">", with: indent)
                .replacing("\n", with: newline)
            #expect(try edited(text) { try $0.set(["c": [true]], at: ["b"]) } == expected)
        }
    }

    @Test("A placeholder in another value is never filled in (C08)")
    func placeholder() throws {
        let text = "{\n  \"t\": \"${TOKEN}\", // from ${HOME}\n  \"other\": 0\n}\n"
        #expect(try edited(text) { try $0.set(1, at: ["other"]) } == text.replacing("0", with: "1"))
        let decoded = try SettingsDecoder().decode([String: SettingsValue].self, from: SettingsDocument(text))
        #expect(decoded["t"] == "${TOKEN}")
    }

    @Test("A new file has one member a line, two spaces a level, and a newline at its end")
    func newFile() throws {
        let value: SettingsValue = ["a": 1, "list": [1, ["x": 2]], "empty": [:], "none": [], "s": "é\n"]
        let text = try SettingsDocument(value).text
        #expect(
            text == """
                {
                  "a": 1,
                  "list": [
                    1,
                    {
                      "x": 2
                    }
                  ],
                  "empty": {},
                  "none": [],
                  "s": "é\\n"
                }

                """)
        #expect(value.prettyJSONText + "\n" == text)
        #expect(try SettingsDocument(text).value == value)
    }

    @Test("What is added to a new file continues its style")
    func addedToNewFile() throws {
        let text = try SettingsDocument(["a": [1], "b": [:]] as SettingsValue).text
        #expect(
            try edited(text) {
                try $0.set(2, at: ["a", 1])
                try $0.set(3, at: ["b", "c"])
            } == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {\n    \"c\": 3\n  }\n}\n")
        #expect(try edited("{}\n") { try $0.set(["x": 1], at: ["a"]) } == "{\n  \"a\": {\n    \"x\": 1\n  }\n}\n")
    }
}
