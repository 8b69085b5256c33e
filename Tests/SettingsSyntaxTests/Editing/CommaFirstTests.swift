import SettingsSyntax
import Testing

@Suite("Files with their commas at the beginning of the lines")
struct CommaFirstTests {
    private static let text = "{ \"a\": 1 // one\n, \"b\": 2 // two\n, \"c\": 3 // three\n}\n"

    private func edited(_ text: String = text, _ edit: (inout SettingsDocument) throws -> Void) throws -> String {
        var document = try SettingsDocument(text)
        try edit(&document)
        return document.text
    }

    @Test("A new member gets a line of its own, with its comma before it")
    func insertion() throws {
        #expect(
            try edited { try $0.set(4, at: ["d"]) }
                == "{ \"a\": 1 // one\n, \"b\": 2 // two\n, \"c\": 3 // three\n, \"d\": 4\n}\n")
        #expect(
            try edited("{\r\n    \"a\": 1\r\n  , \"b\": 2 }") { try $0.set(["x": [1]], at: ["d"]) }
                == "{\r\n    \"a\": 1\r\n  , \"b\": 2\r\n  , \"d\": {\"x\": [1]} }")
        #expect(
            try edited("[\n 1 // one\n,2\n,3\n]") { try $0.insert(0, at: [0]) } == "[\n 0\n,1 // one\n,2\n,3\n]")
        #expect(
            try edited("[\n 1 // one\n,2\n,3\n]") { try $0.insert(0, at: [1]) } == "[\n 1 // one\n,0\n,2\n,3\n]")
    }

    @Test("A removed member takes its line and its comma along")
    func removal() throws {
        #expect(
            try edited { try $0.remove(at: ["a"]) } == "{ \"b\": 2 // two\n, \"c\": 3 // three\n}\n")
        #expect(try edited { try $0.remove(at: ["b"]) } == "{ \"a\": 1 // one\n, \"c\": 3 // three\n}\n")
        #expect(try edited { try $0.remove(at: ["c"]) } == "{ \"a\": 1 // one\n, \"b\": 2 // two\n}\n")
        #expect(try edited { try $0.remove(at: [["a"], ["b"]]) } == "{ \"c\": 3 // three\n}\n")
        #expect(try edited { try $0.remove(at: [["b"], ["c"]]) } == "{ \"a\": 1 // one\n}\n")
        #expect(try edited { try $0.remove(at: [["a"], ["b"], ["c"]]) } == "{}\n")
    }

    @Test("Comment lines above a member are its own")
    func comments() throws {
        let text =
            "{\n    // about a\n    \"a\": 1\n    // about b\n  , \"b\": 2\n    // about c\n  , \"c\": 3\n}\n"
        #expect(
            try edited(text) { try $0.remove(at: ["a"]) }
                == "{\n    // about b\n    \"b\": 2\n    // about c\n  , \"c\": 3\n}\n")
        #expect(
            try edited(text) { try $0.remove(at: ["b"]) }
                == "{\n    // about a\n    \"a\": 1\n    // about c\n  , \"c\": 3\n}\n")
    }

    @Test("What comes and goes again leaves every byte as it was")
    func undo() throws {
        let added = try edited { try $0.set([1, 2], at: ["d"]) }
        #expect(try edited(added) { try $0.remove(at: ["d"]) } == Self.text)
    }
}
