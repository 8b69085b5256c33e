import SettingsSyntax
import Testing

/// What is told of a file that lies over defaults which no file holds: nothing that only they have.
@Suite struct ShownLayersTests {
    enum Tree: Codable, Equatable {
        case leaf
        case val(Int)
    }

    struct Modes: Codable {
        var mode = Tree.val(3)
    }

    /// A time in one unit or another.
    struct Pause: Codable, Equatable {
        var milliseconds = 1500

        enum CodingKeys: String, CodingKey { case s, ms }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let seconds = try container.decodeIfPresent(Int.self, forKey: .s) {
                milliseconds = seconds * 1000
            } else {
                milliseconds = try container.decode(Int.self, forKey: .ms)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(milliseconds, forKey: .ms)
        }
    }

    /// Encodes a key that it does not read.
    struct Writer: Codable {
        var name = "n"

        enum CodingKeys: String, CodingKey { case name, shout }

        init() {}

        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(name.uppercased(), forKey: .shout)
        }
    }

    /// Reads its value as its kind says.
    struct Tagged: Codable {
        var kind = "i"
        var number = 3
        var text = ""

        enum CodingKeys: String, CodingKey { case kind, value }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            kind = try container.decode(String.self, forKey: .kind)
            if kind == "i" {
                number = try container.decode(Int.self, forKey: .value)
            } else {
                text = try container.decode(String.self, forKey: .value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            if kind == "i" {
                try container.encode(number, forKey: .value)
            } else {
                try container.encode(text, forKey: .value)
            }
        }
    }

    struct Range: Codable, ValidatableSettings {
        var lo = 1
        var hi = 10

        func validate() throws {
            if lo > hi { throw SettingsValidationError("must not be below lo", at: "hi") }
        }
    }

    private func unknown<T: Codable>(_ text: String, over defaults: T) throws -> [String?] {
        let layers = [try document(text), try SettingsEncoder().encode(defaults)]
        return SettingsDecoder().unknownKeys(T.self, in: layers).map(\.key?.description)
    }

    private func error<T: Codable>(_ text: String, over defaults: T) throws -> SettingsError {
        let layers = [try document(text), try SettingsEncoder().encode(defaults)]
        let error = #expect(throws: SettingsError.self) { _ = try SettingsDecoder().decode(T.self, from: layers) }
        return try #require(error)
    }

    @Test("The case of an enum that the defaults have and the file replaces is no unknown key")
    func otherCase() throws {
        #expect(try unknown("{ mode: { leaf: {} } }", over: Modes()) == [])
        #expect(try unknown("{ mode: { leaf: {} }, mod: 1 }", over: Modes()) == ["mod"])
    }

    @Test("A key of the defaults that the type does not come to ask for, or never reads, is no unknown key")
    func notRead() throws {
        #expect(try unknown("{ v: { s: 3 } }", over: Box(v: Pause())) == [])
        #expect(try unknown("{ v: { s: 3, m: 4 } }", over: Box(v: Pause())) == ["v.m"])
        #expect(try unknown("{ v: { name: 'x' } }", over: Box(v: Writer())) == [])
        #expect(try unknown("{ v: { name: 'x', shout: 'X' } }", over: Box(v: Writer())) == ["v.shout"])
    }

    @Test("Of several files each one's unknown keys are told, and no case or form that a file above replaces")
    func severalFiles() throws {
        let layers = [
            try document("{ mode: { leaf: {} }, a: 1 }"),
            try SettingsDocument("{ mode: { val: { _0: 4 } }, b: 2 }", file: "system.json"),
            try SettingsEncoder().encode(Modes()),
        ]
        let errors = SettingsDecoder().unknownKeys(Modes.self, in: layers)
        #expect(
            errors.map(\.summary) == [
                "settings.json:1:23: error: a: unknown key \"a\"", "system.json:1:29: error: b: unknown key \"b\"",
            ])
        let pauses = [
            try document("{ v: { s: 3 } }"), try SettingsDocument("{ v: { ms: 4, x: 1 } }", file: "system.json"),
        ]
        #expect(
            SettingsDecoder().unknownKeys(Box<Pause>.self, in: pauses).map(\.key?.description) == ["v.x"])
    }

    @Test("What validate has against a default is told of the file, without a line that it has not")
    func validation() throws {
        let error = try error("{\n  lo: 20 // x\n}", over: Range())
        #expect(error.summary == "settings.json: error: hi: must not be below lo")
        #expect(error.key == ["hi"])
        #expect(error.location == nil)
        #expect(error.excerpt == nil)
        #expect(error.hint == "the file does not have this key: what counts is its default")
    }

    @Test("What validate has against a key that a file beneath has is shown in that file")
    func validationBeneath() throws {
        let layers = [
            try document("{ lo: 20 }"), try SettingsDocument("{ hi: 15 }", file: "system.json"),
            try SettingsEncoder().encode(Range()),
        ]
        #expect(
            SettingsDecoder().problems(Range.self, in: layers).map(\.summary) == [
                "system.json:1:7: error: hi: must not be below lo"
            ])
    }

    @Test("A default that does not fit what the file says is told at the object that the file has")
    func wrongDefault() throws {
        let error = try error("{ v: { kind: 's' } }", over: Box(v: Tagged()))
        #expect(error.summary == "settings.json:1:6: error: v.value: expected a string, found the number 3")
        #expect(error.excerpt?.hasPrefix("{ v: { kind: 's' } }\n") == true)
        #expect(error.hint == "the file does not have this key: what counts is its default")
    }

    @Test("A default that does not fit, at the root, is told of the file and the key")
    func wrongDefaultAtTheRoot() throws {
        let error = try error("{ kind: 's' }", over: Tagged())
        #expect(error.summary == "settings.json: error: value: expected a string, found the number 3")
        #expect(error.excerpt == nil)
    }

    @Test("A key of the file that one of the defaults is the same String as is shown in the file")
    func composed() throws {
        let error = try error("{\n  \"e\u{301}\": 1\n}", over: ["\u{E9}": 9])
        #expect(error.code == .duplicateKey)
        #expect(error.file == "settings.json")
        #expect(error.location?.line == 2)
    }
}
