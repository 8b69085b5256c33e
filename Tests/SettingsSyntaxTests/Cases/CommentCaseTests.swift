import SettingsSyntax
import Testing

/// Faults that programs really had with the comments of their users' files.
@Suite("Comments survive")
struct CommentCaseTests {
    private func edited(_ text: String, _ edit: (inout SettingsDocument) throws -> Void) throws -> String {
        var document = try SettingsDocument(text)
        try edit(&document)
        return document.text
    }

    @Test("Removing a key leaves the comment of the next one (C02)", arguments: ["\n", "\r\n", "\r"])
    func nextComment(newline: String) throws {
        let text = "{ \"x\":\"y\",\n // about test\n \"test\":\"1\" }".replacing("\n", with: newline)
        let result = try edited(text) { try $0.remove(at: ["x"]) }
        #expect(result == "{ \n // about test\n \"test\":\"1\" }".replacing("\n", with: newline))
    }

    @Test(
        "What is inserted never lands in a comment, and is read back as what was meant (C04)",
        arguments: [
            "{\n  \"a\": 1 // last\n}", "{\n  \"a\": 1, // last\n}", "{\n  \"a\": 1 /* last */\n}", "{ // empty\n}",
            "{\n  // empty\n}", "{ /* empty */ }", "{}", "{\"a\": 1 // x\n}", "{ \"a\": 1 /* x */ }",
            "{ \"a\": 1 // x\n, }", "// head\n{ \"a\": 1 } // tail", "{\"a\": 1 //\n}", "{ /* 1 */ /* 2 */ }",
            "{\n  \"a\": 1,\n  // tail\n}", "{\n  \"a\": 1\n  // tail\n}", "{ /*,*/ }", "{ \"a\": \"//\" }",
            "{\"a\":1/**/}", "{\"a\":/*:*/1}", "{\"a\": 1 // }\n}", "{\"a\": 1, // \u{2028}\n}",
        ])
    func inserting(text: String) throws {
        var document = try SettingsDocument(text)
        var expected = document.value.object ?? SettingsObject()
        expected["b"] = ["x": [1, 2]]
        try document.set(["x": [1, 2]], at: ["b"])
        #expect(try SettingsDocument(document.text).value == .object(expected))
        for comment in ["// last", "/* last */", "// empty", "/* empty */", "// x", "/* x */", "// head", "// tail"]
        where text.contains(comment) {
            #expect(document.text.contains(comment))
        }
        try document.remove(at: ["b"])
        #expect(try SettingsDocument(document.text).value == SettingsDocument(text).value)
    }

    @Test("With a comment on every line and in every place, setting one key changes one line (C05)")
    func everyPlace() throws {
        let text = """
            // head
            /* block
               of two lines */
            { // opens
              // above a
              "a": /* before */ 1 /* behind */, // line of a

              /* above b */ "b": [ // list
                1, // one
                /* two */ 2
                // end of list
              ], // line of b
              // above c
              "c" /* key */ : /* value */ "x" // line of c
              // end
            } // closes
            // tail
            """
        for (path, value, old, new) in [
            (["a"], 9, "before */ 1 /*", "before */ 9 /*"), (["b", 0], 9, "1, // one", "9, // one"),
            (["b", 1], 9, "*/ 2\n", "*/ 9\n"), (["c"], "y", "\"x\"", "\"y\""),
        ] as [(SettingsPath, SettingsValue, String, String)] {
            #expect(try edited(text) { try $0.set(value, at: path) } == text.replacing(old, with: new))
        }
    }

    @Test("Adding and removing a key leaves all other comments where they are")
    func addAndRemove() throws {
        let text = "{\n  // above a\n  \"a\": 1, // line of a\n\n  // above b\n  \"b\": 2 // line of b\n  // end\n}\n"
        let added = try edited(text) { try $0.set(3, at: ["c"]) }
        #expect(added == text.replacing("2 // line of b\n", with: "2, // line of b\n  \"c\": 3\n"))
        #expect(try edited(added) { try $0.remove(at: ["c"]) } == text)
    }
}
