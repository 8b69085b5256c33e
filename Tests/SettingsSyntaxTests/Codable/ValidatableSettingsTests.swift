import SettingsSyntax
import Testing

@Suite struct ValidatableSettingsTests {
    struct Settings: Codable, Equatable, ValidatableSettings {
        var server = Server()
        struct Server: Codable, Equatable { var port = 8080 }

        func validate() throws {
            if server.port <= 0 { throw SettingsValidationError("must be > 0", at: "server.port") }
            if server.port == 1 { throw SettingsValidationError("no such service") }
        }
    }

    private func error(_ text: String) throws -> SettingsError {
        let defaults = try SettingsEncoder().encode(Settings())
        let error = #expect(throws: SettingsError.self) {
            _ = try SettingsDecoder().decode(Settings.self, from: [document(text), defaults])
        }
        return try #require(error)
    }

    @Test("What validate has against a key is shown at the key")
    func located() throws {
        let error = try error("{\n  \"server\": {\"port\": -1}\n}")
        #expect(error.code == .validation)
        #expect(error.summary == "settings.json:2:22: error: server.port: must be > 0")
    }

    @Test("What validate has against the whole names the file")
    func whole() throws {
        let error = try error("{\"server\": {\"port\": 1}}")
        #expect(error.summary == "settings.json: error: no such service")
    }

    @Test("Optional settings are asked too, where they are there")
    func optional() throws {
        #expect(throws: SettingsError.self) { try decoded(Settings?.self, "{\"server\": {\"port\": 1}}") }
        #expect(try decoded(Settings?.self, "null") == nil)
    }

    @Test("Settings that validate are decoded")
    func valid() throws {
        #expect(try decoded(Settings.self, "{\"server\": {\"port\": 2}}").server.port == 2)
    }

    @Test("Any error of validate is a validation error")
    func anyError() throws {
        struct Refused: Error, CustomStringConvertible { var description: String { "refused" } }
        struct Picky: Codable, ValidatableSettings { func validate() throws { throw Refused() } }
        let error = try decodingError(Picky.self, "{}")
        #expect(error.code == .validation)
        #expect(error.message == "refused")
    }
}
