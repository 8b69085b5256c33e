import SettingsSyntax
import Testing

@Suite("Differences")
struct DifferenceTests {
    @Test("The deepest paths that differ are told, with both values")
    func deepest() throws {
        let difference = try SettingsDifference(
            from: ["server": ["port": 8080, "host": "a"], "x": 1],
            to: ["server": ["port": 9090, "host": "a"], "y": nil])
        #expect(difference.changes.map(\.description) == ["server.port: 8080 → 9090", "y: added null", "x: removed 1"])
        #expect(difference.keys.map(\.description) == ["server.port", "y", "x"])
    }

    @Test("One changed record is one change, though others came, went and moved")
    func records() throws {
        let old = SettingsValue.array((0..<5).map { ["id": .string("r\($0)"), "n": 0] })
        let new: SettingsValue = [
            ["id": "new"], ["id": "r0", "n": 0], ["id": "r4", "n": 0], ["id": "r2", "n": 7], ["id": "r3", "n": 0],
        ]
        let difference = try SettingsDifference(from: old, to: new)
        #expect(
            difference.changes.map(\.description) == [
                "[0]: added {\"id\":\"new\"}", "[4]: moved to [2]", "[2].n: 0 → 7",
                "[1]: removed {\"id\":\"r1\",\"n\":0}",
            ])
    }

    @Test("What differs in the text alone is no difference")
    func textOnly() throws {
        let left = try SettingsDocument("{a: 0x10, 'b': [1.0, 'x'], /* c */ }")
        let right = try SettingsDocument("{\"b\":[1,\"\\u0078\"],\"a\":16}")
        #expect(SettingsDifference(from: left, to: right).isEmpty)
        #expect(try !SettingsDifference(from: SettingsValue.number(SettingsNumber(literal: "-0")!), to: 0).isEmpty)
    }

    @Test("A difference applied to a text that has more leaves what only that has")
    func merge() throws {
        let old: SettingsValue = ["port": 1, "users": [["id": "a", "n": 1], ["id": "b", "n": 1]]]
        let new: SettingsValue = ["port": 2, "users": [["id": "a", "n": 1], ["id": "b", "n": 2], ["id": "c"]]]
        var text = try SettingsDocument(
            """
            {
              // unknown to the program
              "extra": true,
              "port": 1, // the port
              "users": [
                { "id": "z" }, // another's
                { "id": "a", "n": 1, "mine": 0 },
                { "id": "b", "n": 1, "mine": 1 } // b
              ]
            }

            """)
        try text.apply(SettingsDifference(from: old, to: new))
        #expect(
            text.text == """
                {
                  // unknown to the program
                  "extra": true,
                  "port": 2, // the port
                  "users": [
                    { "id": "z" }, // another's
                    { "id": "a", "n": 1, "mine": 0 },
                    { "id": "b", "n": 2, "mine": 1 }, // b
                    { "id": "c" }
                  ]
                }

                """)
    }

    @Test("What the text leaves out gets the whole new value")
    func missingInTarget() throws {
        var text = try SettingsDocument("{}")
        try text.apply(
            SettingsDifference(
                from: ["a": ["b": 1, "c": 2], "l": [1, 2]], to: ["a": ["b": 3, "c": 2], "l": [1, 5]]))
        #expect(text.value == ["a": ["b": 3, "c": 2], "l": [1, 5]])
    }

    @Test("A unified diff shows one changed line as one")
    func unified() {
        let old = (1...20).map { "line \($0)\n" }.joined()
        let new = old.replacing("line 10\n", with: "line ten\n").replacing("line 20\n", with: "line 20")
        #expect(
            unifiedDiff(from: Array(old.utf8), to: Array(new.utf8), oldName: "f", newName: "f") == """
                --- f
                +++ f
                @@ -7,7 +7,7 @@
                 line 7
                 line 8
                 line 9
                -line 10
                +line ten
                 line 11
                 line 12
                 line 13
                @@ -17,4 +17,4 @@
                 line 17
                 line 18
                 line 19
                -line 20
                +line 20
                \\ No newline at end of file

                """)
        #expect(
            unifiedDiff(from: [], to: Array("a\n".utf8), oldName: "f", newName: "f")
                == "--- f\n+++ f\n@@ -0,0 +1 @@\n+a\n")
        #expect(unifiedDiff(from: [1], to: [1], oldName: "f", newName: "f").isEmpty)
    }

    @Test("Records whose ids are written in another way are the same records")
    func idsWrittenOtherwise() throws {
        for (left, right) in [
            ("[{\"id\": \"a\\tb\"}]", "[{'id': 'a\tb'}]"), ("[{\"id\": 1}]", "[{\"id\": 1.0}]"),
            ("[{\"id\": 1}, {\"id\": 0x10}]", "[{\"id\": 1e0}, {\"id\": 16}]"),
        ] {
            let (from, to) = (try SettingsDocument(left), try SettingsDocument(right))
            #expect(from.value == to.value)
            let difference = SettingsDifference(from: from, to: to)
            #expect(difference.isEmpty)
            #expect(difference.changes.isEmpty)
        }
    }

    @Test("A record that moves takes its comments along, above and behind")
    func movedComments() throws {
        var text = try SettingsDocument(
            """
            [
              { "id": 1, "x": 1 }, // one
              // about two
              { "id": 2, "x": 2 }, // two
              /* three */ { "id": 3 } // last
            ]

            """)
        try text.set([["id": 3], ["id": 1, "x": 1], ["id": 2, "x": 3]], at: .root)
        #expect(
            text.text == """
                [
                  /* three */ { "id": 3 }, // last
                  { "id": 1, "x": 1 }, // one
                  // about two
                  { "id": 2, "x": 3 } // two
                ]

                """)
        try text.set([["id": 2, "x": 3], ["id": 3], ["id": 1, "x": 1]], at: .root)
        #expect(
            text.text == """
                [
                  // about two
                  { "id": 2, "x": 3 }, // two
                  /* three */ { "id": 3 }, // last
                  { "id": 1, "x": 1 } // one
                ]

                """)
    }

    @Test("A line comment that moves to where text follows on its line becomes a block comment")
    func movedLineComment() throws {
        var text = try SettingsDocument("{\"a\":[{\"id\":1,\"x\":1},{\"id\":2,\"x\":2} // *two*/\n]}\n")
        try text.set([["id": 2, "x": 3], ["id": 1, "x": 1]], at: ["a"])
        #expect(text.text == "{\"a\":[{\"id\":2,\"x\":3} /* *two* / */,{\"id\":1,\"x\":1}\n]}\n")
        var last = try SettingsDocument("[\n  { \"id\": 1 }, // one\n  { \"id\": 2 },\n  { \"id\": 3 } ]")
        try last.set([["id": 2], ["id": 3], ["id": 1]], at: .root)
        #expect(last.text == "[\n  { \"id\": 2 },\n  { \"id\": 3 },\n  { \"id\": 1 } /* one */ ]")
    }

    @Test("A unified diff of tens of thousands of changed lines is made without delay", .timeLimit(.minutes(2)))
    func unifiedOfMany() {
        let old = (0..<40_000).map { "\($0)\n" }
        let bytes = { (lines: [String]) in Array(lines.joined().utf8) }
        let every = old.enumerated().map { $0 % 2 == 0 ? $1 : "x\($1)" }
        let gone = unifiedDiff(from: bytes(old), to: bytes(Array(old.suffix(1))), oldName: "f", newName: "f")
        #expect(gone.split(separator: "\n").count { $0.hasPrefix("-") } == 40_000)
        for (from, to) in [(old, every), (every, old), (old, old.reversed()), (old, [])] {
            let diff = unifiedDiff(from: bytes(from), to: bytes(to), oldName: "f", newName: "f")
            #expect(diff.split(separator: "\n").count { $0.hasPrefix("-") } >= 20_001)
        }
    }
}
