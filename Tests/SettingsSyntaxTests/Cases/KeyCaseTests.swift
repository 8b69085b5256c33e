import SettingsSyntax
import Testing

/// Faults that programs really had with keys: twice the same, with dots, odd ones, misspelt ones.
@Suite("Keys are what they say")
struct KeyCaseTests {
    @Test("The same key twice is an error that names both places (D01)")
    func duplicates() throws {
        let error = #expect(throws: SettingsError.self) { _ = try document("{\"a\":1,\n \"b\": {}, \"a\":2}") }
        #expect(error?.code == .duplicateKey)
        #expect(error?.location?.line == 2)
        #expect(error?.location?.column == 11)
        #expect(error?.message.contains("1:2") == true)
        for deep in ["[{\"x\": {\"a\":1,\"a\":2}}]", "{\"a\": 1, a: 2}", "{'a': 1, \"\\u0061\": 2}"] {
            #expect(throws: SettingsError.self) { _ = try document(deep) }
        }
    }

    @Test(
        "The same key twice is found among any number of others (D01)", arguments: [2, 24, 25, 32, 33, 34, 100, 5000])
    func duplicatesAmongMany(count: Int) {
        let keys = (0..<count).map { "\"key\($0)\": 0" }
        for twice in [0, count / 2, count - 1] {
            let text = "{" + (keys + ["\"key\(twice)\": 1"]).joined(separator: ", ") + "}"
            let error = #expect(throws: SettingsError.self) { _ = try document(text) }
            #expect(error?.code == .duplicateKey)
        }
    }

    @Test("Where the last one counts, it is what is read, and an edit is refused with both places (D03)")
    func editOfDuplicates() throws {
        var document = try SettingsDocument("{\"a\":1,\"a\":2}", duplicateKeys: .lastCounts)
        #expect(document.value(at: ["a"]) == 2)
        #expect(document.value == ["a": 2])
        #expect(try SettingsDecoder().decode([String: Int].self, from: document) == ["a": 2])
        for edit in [
            { try $0.set(9, at: ["a"]) }, { try $0.remove(at: ["a"]) }, { try $0.set(1, at: ["b"]) },
        ] as [(inout SettingsDocument) throws -> Void] {
            let error = #expect(throws: SettingsError.self) { try edit(&document) }
            #expect(error?.code == .duplicateKey)
            #expect(error?.message.contains("1:2") == true)
            #expect(error?.location?.column == 8)
        }
        #expect(document.text == "{\"a\":1,\"a\":2}")
    }

    @Test("A key with a dot and a path of two keys are two things (K01)")
    func dots() throws {
        var document = try SettingsDocument("{\"a.b\":1}")
        #expect(document.value(at: try SettingsPath("a.b")) == nil)
        for path in ["\"a.b\"", "[\"a.b\"]", "/a.b"] {
            #expect(document.value(at: try SettingsPath(path)) == 1)
        }
        #expect(document.dottedKeyHint(for: try SettingsPath("a.b"))?.contains("\"a.b\"") == true)
        try document.set(2, at: SettingsPath("\"a.b\""))
        #expect(document.text == "{\"a.b\":2}")
        try document.set(3, at: SettingsPath("/a/b"))
        #expect(document.value == ["a.b": 2, "a": ["b": 3]])
    }

    static let oddKeys = [
        "__proto__", "constructor", "", "-x", "--", "a/b", "~", "~0", "~1", " ", "a b", " a", "1", "0", "-1", "\n",
        "\t",
        "\"", "\\", "'", "[0]", "a[0]", "]", ".", "..", "a.", ".a", "*", "$", "#", "//", "/*", "\u{0}", "\u{1F}",
        "\u{7F}", "\u{2028}", "\u{FEFF}", "é", "e\u{301}", "日本", "👩‍👩‍👧", "null", "true", "a:b", "a,b", "{", "}",
        String(repeating: "k", count: 1000),
    ]

    @Test("Every text can be a key: set, read, printed as a path, decoded, removed (K03)", arguments: oddKeys)
    func oddKey(key: String) throws {
        let path: SettingsPath = ["sub", .key(key)]
        for text in ["{\"sub\": {\"other\": 0}}", "{\n\t\"sub\": {\n\t\t\"other\": 0\n\t}\n}\n", "{sub:{other:0}}"] {
            var document = try SettingsDocument(text)
            try document.set("v", at: path)
            #expect(document.value(at: path) == "v")
            #expect(document.value(at: try SettingsPath(path.description)) == "v")
            #expect(try SettingsPath(path.description) == path)
            #expect(try SettingsDocument(document.text).value == document.value)
            let decoded = try SettingsDecoder().decode([String: [String: SettingsValue]].self, from: document)
            #expect(decoded["sub"]?[key] == "v")
            #expect(try SettingsEncoder().encode(decoded).value == document.value)
            try document.remove(at: path)
            #expect(document.text == text)
        }
    }

    struct Settings: Codable {
        var port = 80
        var host = "h"
    }

    @Test("A misspelt key lets the settings start, is reported with what was meant, and survives edits (K04)")
    func unknownKey() throws {
        var file = try document("{ \"prot\": 8080 }")
        let layers = [file, try SettingsEncoder().encode(Settings())]
        #expect(try SettingsDecoder().decode(Settings.self, from: layers).port == 80)
        let errors = SettingsDecoder().unknownKeys(Settings.self, in: layers)
        #expect(errors.map(\.code) == [.unknownKey])
        #expect(errors.first?.summary == "settings.json:1:3: error: prot: unknown key \"prot\"")
        #expect(errors.first?.hint == "did you mean \"port\"?")
        try file.set("x", at: ["host"])
        #expect(file.text == "{ \"prot\": 8080, \"host\": \"x\" }")
    }

    @Test("A difference of what a program knows leaves what it does not know (K04)")
    func unknownKeyAndDifference() throws {
        var file = try document("{ \"new\": {\"later\": [1]}, \"port\": 1 } // x")
        let difference = try SettingsDifference(from: ["port": 1, "host": "a"], to: ["port": 2, "host": "a"])
        try file.apply(difference)
        #expect(file.text == "{ \"new\": {\"later\": [1]}, \"port\": 2 } // x")
    }
}
