import SettingsSyntax
import Testing

@Suite("Editing the text")
struct EditingTests {
    private func edited(_ text: String, _ edit: (inout SettingsDocument) throws -> Void) throws -> String {
        var document = try SettingsDocument(text)
        try edit(&document)
        return document.text
    }

    @Test("Removing a member leaves the comment of the next one")
    func neighboursComment() throws {
        let text = "{ \"x\":\"y\",\n // about test\n \"test\":\"1\" }"
        #expect(try edited(text) { try $0.remove(at: ["x"]) } == "{ \n // about test\n \"test\":\"1\" }")
    }

    @Test("Removing a member takes its own comments along, above and behind")
    func ownComment() throws {
        let text =
            "{\n  // about a\n  \"a\": 1, // a\n\n  // about b\n  // more\n  \"b\": 2, // b\n  \"c\": 3 // c\n}\n"
        #expect(
            try edited(text) { try $0.remove(at: ["b"]) } == "{\n  // about a\n  \"a\": 1, // a\n\n  \"c\": 3 // c\n}\n"
        )
        #expect(
            try edited(text) { try $0.remove(at: ["c"]) }
                == "{\n  // about a\n  \"a\": 1, // a\n\n  // about b\n  // more\n  \"b\": 2 // b\n}\n")
        #expect(
            try edited(text) { try $0.remove(at: ["a"]) }
                == "{\n  // about b\n  // more\n  \"b\": 2, // b\n  \"c\": 3 // c\n}\n")
    }

    @Test("A line comment keeps its line break when what follows it goes")
    func lineBreakOfComment() throws {
        let text = "{\n  \"a\": 1, // x\n  \"b\": 2}\n"
        #expect(try edited(text) { try $0.remove(at: ["b"]) } == "{\n  \"a\": 1 // x\n}\n")
    }

    @Test("The comma goes before the comment that trails the last member")
    func commaBeforeComment() throws {
        #expect(
            try edited("{\n  \"a\": 1 // last\n}\n") { try $0.set(2, at: ["b"]) }
                == "{\n  \"a\": 1, // last\n  \"b\": 2\n}\n")
    }

    @Test("On one line, a comment behind the last child stays behind it when another one follows")
    func trailingCommentOnOneLine() throws {
        let object = { (text: String) in try edited(text) { try $0.set("h", at: ["host"]) } }
        #expect(try object("{ \"port\": 1 /* one */ }") == "{ \"port\": 1 /* one */, \"host\": \"h\" }")
        #expect(try object("{\"port\":1/* one */}") == "{\"port\":1/* one */,\"host\":\"h\"}")
        #expect(try object("{ \"port\": 1, /* one */ }") == "{ \"port\": 1, /* one */ \"host\": \"h\", }")
        #expect(try object("{ \"port\": 1 /* one */, }") == "{ \"port\": 1 /* one */, \"host\": \"h\", }")
        #expect(
            try object("{ \"a\": 0, \"port\": 1 /* 1 */ /* 2 */ }")
                == "{ \"a\": 0, \"port\": 1 /* 1 */ /* 2 */, \"host\": \"h\" }")
        #expect(
            try object("{ \"port\": 1 // one\n}") == "{ \"port\": 1, // one\n  \"host\": \"h\"\n}")
        #expect(
            try object("{ \"port\": 1, // one\n}") == "{ \"port\": 1, // one\n  \"host\": \"h\",\n}")
        #expect(
            try edited("[1 /* one */]") { try $0.set(2, at: [1]) } == "[1 /* one */, 2]")
    }

    @Test("On one line, a comment between two children stays with its own when another one comes between")
    func insertedBetweenComments() throws {
        let array = { (text: String, index: Int) in try edited(text) { try $0.insert(0, at: [.index(index)]) } }
        #expect(try array("[1 /* one */, 2 /* two */]", 1) == "[1 /* one */, 0, 2 /* two */]")
        #expect(try array("[1, /* two */ 2]", 1) == "[1, 0, /* two */ 2]")
        #expect(try array("[/* one */ 1, 2]", 0) == "[0, /* one */ 1, 2]")
        #expect(try array("[1, // one\n 2]", 1) == "[1, // one\n 0,\n 2]")
    }

    @Test("On one line, a child's comment goes with it")
    func removedWithComment() throws {
        let text = "{ \"a\": 1 /* a */, \"b\": 2 /* b */, \"c\": 3 /* c */ }"
        let without = { (key: String) in try edited(text) { try $0.remove(at: [.key(key)]) } }
        #expect(try without("a") == "{ \"b\": 2 /* b */, \"c\": 3 /* c */ }")
        #expect(try without("b") == "{ \"a\": 1 /* a */, \"c\": 3 /* c */ }")
        #expect(try without("c") == "{ \"a\": 1 /* a */, \"b\": 2 /* b */ }")
        #expect(try edited("[1 /* a */]") { try $0.remove(at: [0]) } == "[]")
        #expect(try edited("[1, 2 // b\n]") { try $0.remove(at: [1]) } == "[1\n]")
        #expect(try edited("[1, 2, /* b */]") { try $0.remove(at: [1]) } == "[1,]")
        #expect(try edited("[1, /* b */ 2, 3]") { try $0.remove(at: [1]) } == "[1, 3]")
        #expect(try edited("[1, /*x*/ 2 /*y*/, 3]") { try $0.remove(at: [1]) } == "[1, 3]")
        #expect(try edited("[1, /* a or b */ 2, 3,]") { try $0.remove(at: [1]) } == "[1, /* a or b */ 3,]")
        #expect(try edited("[1, /* b */ 2]") { try $0.remove(at: [1]) } == "[1]")
        #expect(try edited("[/* list */ 1]") { try $0.remove(at: [0]) } == "[/* list */]")
        #expect(try edited("[/* list */ 1, 2]") { try $0.remove(at: [0]) } == "[/* list */ 2]")
    }

    @Test("A trailing comma is kept, and none is added")
    func trailingComma() throws {
        #expect(
            try edited("{\n\t\"a\": 1,\n}\n") { try $0.set(2, at: ["b"]) } == "{\n\t\"a\": 1,\n\t\"b\": 2,\n}\n")
        #expect(try edited("[1, 2,]") { try $0.insert(3, at: [2]) } == "[1, 2, 3,]")
        #expect(try edited("[1, 2,]") { try $0.remove(at: [1]) } == "[1,]")
    }

    @Test("An empty object with a comment inside keeps it")
    func commentInEmpty() throws {
        #expect(
            try edited("{\n  // nothing yet\n}") { try $0.set(1, at: ["a"]) } == "{\n  // nothing yet\n\n  \"a\": 1\n}")
        #expect(try edited("{ /* none */ }") { try $0.set(1, at: ["a"]) } == "{ /* none */ \"a\": 1 }")
        #expect(try edited("{ // none\n}") { try $0.set(1, at: ["a"]) } == "{ // none\n  \"a\": 1\n}")
    }

    @Test("Containers on one line stay there")
    func oneLine() throws {
        #expect(
            try edited("{ \"a\": [1, 2], \"b\": {} }") { try $0.set(3, at: ["a", 2]) }
                == "{ \"a\": [1, 2, 3], \"b\": {} }")
        #expect(try edited("{\"a\":[1,2]}") { try $0.insert(0, at: ["a", 0]) } == "{\"a\":[0,1,2]}")
        #expect(try edited("{\"a\":1}") { try $0.set(["x": 1], at: ["b"]) } == "{\"a\":1,\"b\":{\"x\":1}}")
        #expect(try edited("{ \"a\": 1, \"b\": 2 }") { try $0.remove(at: ["a"]) } == "{ \"b\": 2 }")
        #expect(try edited("[1, 2, 3]") { try $0.remove(at: [1]) } == "[1, 3]")
        #expect(try edited("[1, 2, 3]") { try $0.remove(at: [2]) } == "[1, 2]")
        #expect(try edited("[ 1 ]") { try $0.remove(at: [0]) } == "[]")
    }

    @Test("Empty containers open in the style of the file")
    func opens() throws {
        let text = "{\r\n    \"a\": {},\r\n    \"b\": []\r\n}\r\n"
        #expect(
            try edited(text) { try $0.set(1, at: ["a", "x"]) }
                == "{\r\n    \"a\": {\r\n        \"x\": 1\r\n    },\r\n    \"b\": []\r\n}\r\n")
        #expect(try edited("{}\n") { try $0.set(1, at: ["a"]) } == "{\n  \"a\": 1\n}\n")
    }

    @Test("Missing parents are made")
    func parents() throws {
        #expect(
            try edited("{\n  \"a\": 1\n}\n") { try $0.set(true, at: ["b", "c", 0]) }
                == "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      true\n    ]\n  }\n}\n")
    }

    @Test("Aligned colons and values stay aligned")
    func aligned() throws {
        #expect(
            try edited("{\n  \"a\"    : 1,\n  \"bcd\"  : 2\n}") { try $0.set(3, at: ["xy"]) }
                == "{\n  \"a\"    : 1,\n  \"bcd\"  : 2,\n  \"xy\"   : 3\n}")
        #expect(
            try edited("{\n  \"a\":    1,\n  \"bcd\":  2\n}") { try $0.set(3, at: ["xy"]) }
                == "{\n  \"a\":    1,\n  \"bcd\":  2,\n  \"xy\":   3\n}")
    }

    @Test("An equal value changes no byte, however it is written")
    func equalValue() throws {
        for text in ["{\"a\": 1.0}", "{\"a\": 0x1}", "{\"a\": 1e0 }"] {
            #expect(try edited(text) { try $0.set(1, at: ["a"]) } == text)
        }
        #expect(try edited("{'s': 'it\\'s'}") { try $0.set("it's", at: ["s"]) } == "{'s': 'it\\'s'}")
    }

    @Test("Of an object that is set only what differs is changed")
    func minimalSet() throws {
        let text = "{\n  // the server\n  server: {\n    host: 'a', // here\n    port: 0x50,\n    old: 1\n  }\n}\n"
        #expect(
            try edited(text) { try $0.set(["host": "a", "port": 81, "new": [1]], at: ["server"]) }
                == "{\n  // the server\n  server: {\n    host: 'a', // here\n    port: 81,\n    \"new\": [\n      1\n    ]\n  }\n}\n"
        )
    }

    @Test("One changed leaf changes one line, whatever the layout", arguments: ["\n", "\r\n"])
    func oneLineChanged(newline: String) throws {
        let lines = [
            "\u{FEFF}// head", "{", "     \"odd\": 1,   // five spaces", "", "", "\t\"tab\" : [ 1,2 , 3 ],",
            "  /* block",
            "     comment */", "  \"t\": \"${TOKEN}\", 'q': \"\\/\",", "  \"n\": 1.0, // n",
            "  \"port\"   : 8080, // port", "}",
        ]
        let text = lines.joined(separator: newline)
        let result = try edited(text) { try $0.set(9090, at: ["port"]) }
        #expect(result == text.replacing("8080", with: "9090"))
        #expect(Array(result.utf8.prefix(3)) == [0xEF, 0xBB, 0xBF])
    }

    @Test("What cannot be done says why and changes nothing")
    func refusals() throws {
        var document = try SettingsDocument("{\"a\": 5, \"l\": [1]}", format: .json)
        func code(_ edit: (inout SettingsDocument) throws -> Void) -> SettingsError.Code? {
            do {
                try edit(&document)
                return nil
            } catch { return (error as? SettingsError)?.code }
        }
        #expect(code { try $0.set(1, at: ["a", "b"]) } == .typeMismatch)
        #expect(code { try $0.set(1, at: ["l", 2]) } == .noSuchKey)
        #expect(code { try $0.remove(at: ["x"]) } == .noSuchKey)
        #expect(code { try $0.remove(at: .root) } == .invalidPath)
        #expect(code { try $0.insert(1, at: ["a"]) } == .invalidValue)
        #expect(code { try $0.set(.number(SettingsNumber(Double.infinity)), at: ["a"]) } == .notEncodable)
        var deep = SettingsValue.null
        for _ in 0..<520 { deep = .array([deep]) }
        #expect(code { try $0.set(deep, at: ["a"]) } == .tooDeep)
        #expect(document.text == "{\"a\": 5, \"l\": [1]}")
    }

    @Test("A document with a key twice is not edited; the error names both places")
    func duplicates() throws {
        var document = try SettingsDocument("{\"a\":1,\n\"a\":2}", duplicateKeys: .lastCounts)
        #expect(document.value(at: ["a"]) == 2)
        #expect(document.duplicates.map { $0.location?.line } == [2])
        let error = #expect(throws: SettingsError.self) { try document.set(9, at: ["a"]) }
        #expect(error?.code == .duplicateKey)
        #expect(error?.message.contains("1:2") == true)
    }

    @Test("A key with a dot is not mixed up with a path")
    func dottedKey() throws {
        let document = try SettingsDocument("{\"a.b\": 1}")
        #expect(document.value(at: try SettingsPath("a.b")) == nil)
        #expect(document.value(at: try SettingsPath("\"a.b\"")) == 1)
        var copy = document
        let error = #expect(throws: SettingsError.self) { try copy.remove(at: SettingsPath("a.b")) }
        #expect(
            error?.hint
                == #"the key "a.b" has a dot in it; its path is written "a.b""#.replacing(
                    "written \"a.b\"", with: "written \"a.b\""))
    }

    @Test("Keys that differ in normalisation are two keys")
    func normalisation() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(
            try edited(text) { try $0.set(3, at: ["e\u{301}"]) }.utf8.elementsEqual(
                "{\"\u{E9}\":1,\"e\u{301}\":3}".utf8))
    }

    @Test("null, missing and empty are three things")
    func nullMissingEmpty() throws {
        let document = try SettingsDocument("{\"s\":null,\"l\":[],\"o\":{}}")
        #expect(document.value(at: ["s"]) == SettingsValue.null)
        #expect(document.value(at: ["l"]) == .array([]))
        #expect(document.value(at: ["o"]) == .object(SettingsObject()))
        #expect(document.value(at: ["x"]) == nil)
        #expect(document.contains(["s"]))
        #expect(try edited("{\"s\":null}") { try $0.set(.string(""), at: ["s"]) } == "{\"s\":\"\"}")
    }

    @Test(
        "A container among one-line neighbours is written on one line, among others on several",
        arguments: [
            (
                "[\n  {\"id\": \"a\"},\n  {\"id\": \"b\"}\n]\n", "/-",
                "[\n  {\"id\": \"a\"},\n  {\"id\": \"b\"},\n  {\"x\": [1, 2]}\n]\n"
            ),
            (
                "{\n  \"l\": {\n    \"a\": { \"x\": 1 }, // one\n    \"b\": 5\n  }\n}\n", "l.c",
                "{\n  \"l\": {\n    \"a\": { \"x\": 1 }, // one\n    \"b\": 5,\n    \"c\": { \"x\": [1, 2] }\n  }\n}\n"
            ),
            (
                "[\n  {\n    \"id\": \"a\"\n  }\n]\n", "/-",
                "[\n  {\n    \"id\": \"a\"\n  },\n  {\n    \"x\": [\n      1,\n      2\n    ]\n  }\n]\n"
            ),
            ("{\n  \"a\": 1\n}\n", "c", "{\n  \"a\": 1,\n  \"c\": {\n    \"x\": [\n      1,\n      2\n    ]\n  }\n}\n"),
        ])
    func oneLineNeighbours(text: String, path: String, expected: String) throws {
        var document = try SettingsDocument(text)
        if path == "/-" {
            try document.insert(["x": [1, 2]], at: [.index(path == "/-" && text.contains("\"b\"") ? 2 : 1)])
        } else {
            try document.set(["x": [1, 2]], at: try SettingsPath(path))
        }
        #expect(document.text == expected)
    }
}
