import SettingsSyntax
import Testing

@Suite struct UnknownKeysTests {
    struct Settings: Codable {
        var port = 8080
        var host: String?
        var limits = Limits()
        var labels: [String: String] = [:]
        var extra: SettingsValue?
        var output: LayeringTests.Output?
        struct Limits: Codable { var connections = 1 }
    }

    private func unknown(_ text: String) throws -> [SettingsError] {
        let layers = [try document(text), try SettingsEncoder().encode(Settings())]
        return SettingsDecoder().unknownKeys(Settings.self, in: layers)
    }

    @Test("A misspelt key decodes all the same and is reported with its place and 'did you mean'")
    func misspelt() throws {
        let errors = try unknown("{\n  \"prot\": 8080,\n  \"limits\": {\"conections\": 2}\n}")
        #expect(errors.map(\.code) == [.unknownKey, .unknownKey])
        #expect(
            errors.map(\.summary) == [
                "settings.json:2:3: error: prot: unknown key \"prot\"",
                "settings.json:3:14: error: limits.conections: unknown key \"conections\"",
            ])
        #expect(errors.map(\.hint) == ["did you mean \"port\"?", "did you mean \"connections\"?"])
    }

    @Test("A key that nothing is near to is reported without a guess")
    func noGuess() throws {
        let errors = try unknown("{\"somethingElse\": 1}")
        #expect(errors.count == 1)
        #expect(errors.first?.hint == nil)
    }

    @Test("Optional keys that are there, keys of dictionaries and of free values are known")
    func known() throws {
        let text =
            "{\"host\": \"h\", \"labels\": {\"any\": \"x\"}, \"extra\": {\"a\": {\"b\": 1}}, \"output\": {\"stream\": {}}}"
        #expect(try unknown(text).isEmpty)
    }

    @Test("Unknown keys are found beside mistakes")
    func besideMistakes() throws {
        #expect(try unknown("{\"prot\": 1, \"port\": \"x\"}").map(\.key?.description) == ["prot"])
    }

    @Test("Unknown keys in the elements of an array")
    func inArrays() throws {
        let errors = SettingsDecoder().unknownKeys(
            [Box<Int>].self, in: [try document("[{\"v\": 1}, {\"v\": 1, \"w\": 2}]")])
        #expect(errors.map(\.key?.description) == ["[1].w"])
    }
}
