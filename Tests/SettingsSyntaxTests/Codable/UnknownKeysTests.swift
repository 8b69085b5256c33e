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

    /// The version is within an object, and no member of the type.
    struct Versioned: Codable, VersionedSettings {
        static let formatVersion = 2
        static var formatVersionKey: SettingsPath { ["meta", "v"] }
        var a = 1
    }

    @Test("The version's key is known where no member holds it, and so is the way to it; its neighbours are not")
    func version() throws {
        func unknown(_ text: String) throws -> [String] {
            SettingsDecoder().unknownKeys(Versioned.self, in: [try document(text)]).map(\.summary)
        }
        #expect(try unknown("{meta: {v: 2}, a: 2}") == [])
        #expect(
            try unknown("{meta: {v: 2, zz: 1}, a: 2, b: 3}") == [
                "settings.json:1:15: error: meta.zz: unknown key \"zz\"",
                "settings.json:1:29: error: b: unknown key \"b\"",
            ])
        #expect(try unknown("{meta: 2, a: 2}") == ["settings.json:1:2: error: meta: unknown key \"meta\""])
    }

    @Test("Who misspells the version's key learns what is near to it")
    func misspeltVersion() throws {
        let errors = SettingsDecoder().unknownKeys(Versioned.self, in: [try document("{mta: {v: 2}, a: 2}")])
        #expect(errors.map(\.hint) == ["did you mean \"meta\"?"])
    }

    @Test("A member that holds the version's object decides which of its keys are known")
    func versionInMember() throws {
        struct Free: Codable, VersionedSettings {
            static let formatVersion = 2
            static var formatVersionKey: SettingsPath { ["meta", "v"] }
            var meta: [String: Int] = [:]
        }
        struct Member: Codable, VersionedSettings {
            static let formatVersion = 2
            static var formatVersionKey: SettingsPath { ["meta", "v"] }
            var meta = Meta()
            struct Meta: Codable { var author = "" }
        }
        #expect(SettingsDecoder().unknownKeys(Free.self, in: [try document("{meta: {v: 1, w: 2}}")]).isEmpty)
        let errors = SettingsDecoder().unknownKeys(
            Member.self, in: [try document("{meta: {author: 'x', v: 1, w: 2}}")])
        #expect(errors.map(\.key?.description) == ["meta.w"])
    }
}
