import SettingsStore
import TestSupport
import Testing

@testable import SettingsCLI

/// The verbs on settings of a type: its keys, its values, its defaults.
struct TypedSettingsTests {
    struct Settings: Codable, Sendable, ValidatableSettings {
        enum Clock: String, Codable, CaseIterable { case h12 = "12h", h24 = "24h" }
        var port = 8080
        var name: String? = nil
        var limit: Double? = 1.5
        var clock = Clock.h24
        var minimum = 1
        var maximum = 10

        func validate() throws {
            if minimum > maximum { throw SettingsValidationError("is above the maximum", at: "minimum") }
        }
    }

    private let tree = SettingsTree(defaults: Settings())

    private func set(_ pairs: (String, String)..., in settings: inout Settings) throws(CommandFailure) {
        var edits: [SettingsEdit] = []
        for (key, text) in pairs {
            edits.append(SettingsEdit(key: try KeyArgument(key), value: ValueText(text: text, form: .byType)))
        }
        try SettingsEditor(tree: tree, edits: edits, file: "s.json").apply(to: &settings, in: nil)
    }

    private func failure(_ key: String, _ text: String) -> CommandFailure? {
        var settings = Settings()
        do throws(CommandFailure) {
            try set((key, text), in: &settings)
            return nil
        } catch {
            return error
        }
    }

    @Test("A key that the type has not is refused, with the nearest that it has")
    func unknownKey() {
        let failure = failure("prot", "1")
        #expect(failure?.status == .noSuchKey)
        #expect(failure?.text.contains("did you mean \"port\"?") == true)
    }

    @Test("A value of an enum is refused with those that there are")
    func enumeration() {
        let failure = failure("clock", "24")
        #expect(failure?.status == .unacceptableValue)
        #expect(failure?.text.contains("\"12h\", \"24h\"") == true)
    }

    @Test("A number that the type cannot hold is refused")
    func fraction() {
        #expect(failure("port", "80.5")?.status == .unacceptableValue)
        #expect(failure("port", "1e30")?.status == .unacceptableValue)
        #expect(failure("port", "80.5")?.text.contains("hint: write a whole number") == true)
        #expect(failure("port", "1e30")?.text.contains("whole number") == false)
    }

    @Test("Who sets null on a key with a type learns what sets one, or takes the value away")
    func null() {
        #expect(failure("port", "null")?.text.contains("hint: it cannot be null; 'unset' takes the key out") == true)
        #expect(failure("limit", "null")?.text.contains("hint: '--json' sets a null, and 'unset' takes") == true)
    }

    @Test("An optional string that is nil takes digits as the string that it is")
    func optional() throws {
        var settings = Settings()
        try set(("name", "24"), in: &settings)
        #expect(settings.name == "24")
    }

    @Test("What is only acceptable together is set together")
    func together() throws {
        var settings = Settings()
        #expect(failure("minimum", "20")?.status == .unacceptableValue)
        try set(("minimum", "20"), ("maximum", "30"), in: &settings)
        #expect(settings.minimum == 20)
    }

    @Test("unset takes the key out of the text, and one that is not there has its default already")
    func unset() throws {
        let storage = MemoryStorage("{\"port\": 1, \"minimum\": 2}")
        func unset(_ key: String) throws {
            try storage.transact(
                TextTransaction(Removal([KeyArgument(key)], tree: tree, file: "s.json"), file: "s.json"))
        }
        try unset("port")
        #expect(storage.text == "{\"minimum\": 2}")
        try unset("port")
        try unset("name")
        #expect(throws: SettingsError.self) { try unset("prot") }
        #expect(storage.text == "{\"minimum\": 2}")
    }

    /// Settings whose version is no member.
    struct Versioned: Codable, Sendable, VersionedSettings {
        static let formatVersion = 2
        var port = 8080
    }

    @Test("validate knows the version's key, and of a newer version says that and nothing else")
    func versions() {
        func report(_ text: String) -> [String] {
            ValidationReport(
                Array(text.utf8), file: "s.json", format: .json5, tree: SettingsTree(defaults: Versioned())
            ).problems.map(\.error.code.rawValue)
        }
        #expect(report("{ \"formatVersion\": 2, \"port\": 1 }") == [])
        #expect(report("{ \"formatVersion\": 3, \"port\": [], \"new\": 1 }") == ["newerFormat"])
        #expect(report("{ \"formatVersion\": 2, \"new\": 1 }") == ["unknownKey"])
    }

    @Test("validate lists wrong values and unknown keys, in their order")
    func report() {
        let text = "{\n  \"prot\": 1,\n  \"port\": \"x\",\n  \"clock\": \"24\"\n}\n"
        let report = ValidationReport(Array(text.utf8), file: "s.json", format: .json5, tree: tree)
        #expect(!report.isValid)
        #expect(report.problems.map { $0.error.location?.line } == [2, 3, 4])
        #expect(report.problems.first?.text.contains("did you mean \"port\"?") == true)
    }

    @Test("Infinity and NaN can be set where the file has JSON5 already, or with --json; else the hint says so")
    func notFinite() throws {
        var settings = Settings()
        let plain = failure("limit", "NaN")
        #expect(plain?.status == .unacceptableValue)
        #expect(plain?.text.contains("with '--json' it is written all the same") == true)
        let edit = { (form: Invocation.ValueForm, text: String) throws -> SettingsEditor<Settings> in
            SettingsEditor(
                tree: tree,
                edits: [SettingsEdit(key: try KeyArgument("limit"), value: ValueText(text: text, form: form))],
                file: "s.json")
        }
        try edit(.json, "-Infinity").apply(to: &settings, in: nil)
        #expect(settings.limit == -.infinity)
        try edit(.byType, "NaN").apply(to: &settings, in: Array("{ // JSON5\n}".utf8))
        #expect(settings.limit?.isNaN == true)
        // What is there does not keep anything else from being set.
        try set(("port", "81"), in: &settings)
        #expect(settings.port == 81)
    }

    @Test("validate says nothing of a place that only the defaults have")
    func defaultsAreNotTold() {
        enum Mode: Codable {
            case leaf
            case val(Int)
        }
        struct Modes: Codable, Sendable { var mode = Mode.val(3) }
        let replaced = ValidationReport(
            Array("{\n  mode: { leaf: {} }\n}\n".utf8), file: "s.json", format: .json5,
            tree: SettingsTree(defaults: Modes()))
        #expect(replaced.problems.map(\.text) == [])
        let above = ValidationReport(Array("{\n  maximum: 0\n}\n".utf8), file: "s.json", format: .json5, tree: tree)
        #expect(
            above.problems.map(\.text) == [
                "s.json: error: minimum: is above the maximum\n"
                    + "hint: the file does not have this key: what counts is its default"
            ])
    }
}
