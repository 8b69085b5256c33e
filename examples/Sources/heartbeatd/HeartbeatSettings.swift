import SettingsStore

/// What the file may say; every key that it leaves out has the value given here.
struct HeartbeatSettings: Codable, Sendable, Equatable {
    /// The time between two beats: "500ms", "10s", "1m30s".
    var interval = Duration.seconds(1)
    /// The least important messages that are logged.
    var logLevel = LogLevel.info
    /// Who is told that this machine is alive.
    var targets: [Target] = []

    struct Target: Codable, Sendable, Equatable {
        var id: String
        /// A numeric address; a beat is one UDP datagram.
        var host: String
        var port: UInt16
    }
}

extension HeartbeatSettings: ValidatableSettings {
    func validate() throws {
        if interval < .milliseconds(10) {
            throw SettingsValidationError("must be at least 10ms", at: "interval")
        }
        for (index, target) in targets.enumerated() where target.port == 0 {
            throw SettingsValidationError("must be between 1 and 65535", at: "targets[\(index)].port")
        }
    }
}
