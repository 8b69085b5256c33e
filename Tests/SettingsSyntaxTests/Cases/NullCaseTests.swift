import SettingsSyntax
import Testing

/// Faults that programs really had with null, empty and missing values.
@Suite("Missing, null and empty are three things")
struct NullCaseTests {
    private let text = "{\"s\":null,\"l\":[],\"o\":{}}"

    @Test("They are read as what they are (Z01)")
    func read() throws {
        let document = try document(text)
        #expect(document.value(at: ["s"]) == .some(.null))
        #expect(document.value(at: ["l"]) == .array([]))
        #expect(document.value(at: ["o"]) == .object(SettingsObject()))
        #expect(document.value(at: ["missing"]) == nil)
        #expect(document.value.jsonText == text)
    }

    @Test("They are told apart in differences (Z01)")
    func differences() throws {
        let states: [SettingsValue] = [
            ["v": .null], ["v": []], ["v": [:]], ["v": ""], ["v": 0], ["v": false], [:], ["v": [.null]],
        ]
        for (index, left) in states.enumerated() {
            for (other, right) in states.enumerated() {
                let changes = try SettingsDifference(from: left, to: right).changes
                #expect(changes.isEmpty == (index == other))
                var document = try SettingsDocument(left)
                try document.apply(SettingsDifference(from: left, to: right))
                #expect(document.value == right)
            }
        }
    }

    @Test("Each can be made of each by an edit (Z01)")
    func edits() throws {
        for value in [SettingsValue.null, [], [:], "", 0] {
            for key in ["s", "l", "o", "missing"] {
                var document = try document(text)
                try document.set(value, at: [.key(key)])
                #expect(document.value(at: [.key(key)]) == value)
            }
        }
    }

    struct Settings: Codable, Equatable {
        var s: String? = "default"
        var l: [Int]? = [1]
        var o: [String: Int]? = ["a": 1]
    }

    @Test("Decoded over defaults, missing is the default, null is nil, empty is empty; an empty object merges (Z01)")
    func layers() throws {
        let defaults = try SettingsEncoder().encode(Settings())
        let decode = { (text: String) in
            try SettingsDecoder().decode(Settings.self, from: [document(text), defaults])
        }
        #expect(try decode("{}") == Settings())
        #expect(try decode("{\"s\":null,\"l\":null,\"o\":null}") == Settings(s: nil, l: nil, o: nil))
        #expect(try decode("{\"s\":\"\",\"l\":[],\"o\":{}}") == Settings(s: "", l: [], o: ["a": 1]))
    }
}
