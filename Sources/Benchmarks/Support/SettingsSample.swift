import Foundation
import SettingsStore

/// Settings as a service has them: nested objects, strings, numbers, arrays, optionals, of any size.
struct SettingsSample: Codable, Sendable, Equatable {
    var name: String
    var version: Int
    var servers: [Server]

    struct Server: Codable, Sendable, Equatable {
        var id: String
        var host: String
        var port: Int
        var enabled: Bool
        var weight: Double
        var description: String?
        var limits: Limits
        var tags: [String]
        var retries: [Int]
        var labels: [String: String]
    }

    struct Limits: Codable, Sendable, Equatable {
        var connections: Int
        var requestsPerSecond: Int
        var timeout: Double
        var bodySize: Int64
        var keepAlive: Bool
    }

    /// Settings whose pretty text has about so many bytes.
    static func sized(_ bytes: Int) -> SettingsSample {
        var sample = SettingsSample(name: "sample-service", version: 3, servers: [])
        // One server is about 760 bytes in the text below.
        for index in 0..<max(bytes / 760, 1) { sample.servers.append(server(index)) }
        return sample
    }

    private static func server(_ index: Int) -> Server {
        Server(
            id: "server-\(index)", host: "node-\(index % 251).example.internal", port: 8000 + index % 1000,
            enabled: index % 3 != 0, weight: Double(index % 100) / 8 + 0.25,
            description: index % 4 == 0 ? nil : "Serves the \"\(index)\" part of the traffic, and more of it at night.",
            limits: Limits(
                connections: 100 + index % 900, requestsPerSecond: 1000 * (index % 50 + 1),
                timeout: Double(index % 60) + 0.5, bodySize: 1_048_576 * Int64(index % 64 + 1),
                keepAlive: index % 2 == 0),
            tags: ["production", "zone-\(index % 7)", "rack \(index % 40)"], retries: [1, 2, 5, 10, 30],
            labels: ["owner": "team-\(index % 12)", "tier": index % 2 == 0 ? "gold" : "silver"])
    }

    /// As a person keeps it: indented, one member a line.
    static func text(_ bytes: Int) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(sized(bytes))
    }

    /// The same members in the order of their declaration, as this library writes them.
    static func ordered(_ bytes: Int) throws -> [UInt8] {
        let document = try SettingsEncoder().encode(sized(bytes))
        return Array(document.value.prettyJSONText.utf8)
    }
}
