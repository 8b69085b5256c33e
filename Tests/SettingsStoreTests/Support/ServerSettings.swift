import SettingsStore

/// The settings that most tests use: every shape that the documentation shows.
struct ServerSettings: Codable, Sendable, Equatable {
    var host = "127.0.0.1"
    var port = 8080
    var limits = Limits()
    var servers: [String] = ["a"]
    var labels: [String: String] = ["env": "test"]
    var mode = Mode.plain

    struct Limits: Codable, Sendable, Equatable {
        var connections = 100
        var timeout: Double? = 2.5
    }

    enum Mode: Codable, Sendable, Equatable {
        case plain
        case tls(certificate: String)
    }
}

extension ServerSettings: ValidatableSettings {
    func validate() throws {
        if port < 0 { throw SettingsValidationError("must not be negative", at: "port") }
    }
}
