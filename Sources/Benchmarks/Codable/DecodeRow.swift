import Foundation
import SettingsStore

extension BenchmarkRow {
    /// Bytes to structs: reading the text and decoding it.
    static func decode(_ label: String, _ size: Int) -> BenchmarkRow {
        BenchmarkRow("codable/decode \(label)", rounds: size > 1 << 22 ? 11 : 21) {
            let bytes = try SettingsSample.ordered(size)
            let data = Data(bytes)
            return Trial(
                .sync("SettingsDecoder") {
                    let document = try SettingsDocument(bytes: bytes)
                    blackHole(try SettingsDecoder().decode(SettingsSample.self, from: document))
                }, bytes: bytes.count,
                against: (
                    .sync("JSONDecoder") { blackHole(try JSONDecoder().decode(SettingsSample.self, from: data)) },
                    .atLeast(5.5)
                ))
        }
    }

    /// The same over a full layer of defaults.
    static let decodeLayers = BenchmarkRow("codable/decode 1 KiB over defaults") {
        let bytes = try SettingsSample.ordered(1 << 10)
        let data = Data(bytes)
        let defaults = try SettingsEncoder().encode(SettingsSample.sized(1 << 10))
        return Trial(
            .sync("SettingsDecoder") {
                let document = try SettingsDocument(bytes: bytes)
                blackHole(try SettingsDecoder().decode(SettingsSample.self, from: [document, defaults]))
            }, bytes: bytes.count,
            against: (
                .sync("JSONDecoder") { blackHole(try JSONDecoder().decode(SettingsSample.self, from: data)) }, .none
            ))
    }

    /// The first call in a process.
    static let decodeFirst = BenchmarkRow("codable/decode 1 KiB, first call", rounds: 25) {
        Trial(
            ChildMeasurement.decodeFirst.contestant(named: "SettingsDecoder"),
            against: (ChildMeasurement.decodeFirstFoundation.contestant(named: "JSONDecoder"), .atMost(0.6)))
    }
}

extension ChildMeasurement {
    static let decodeFirst = ChildMeasurement("decode first") {
        let bytes = Array(firstText.utf8)
        let clock = ContinuousClock()
        let time = try clock.measure {
            let document = try SettingsDocument(bytes: bytes)
            blackHole(try SettingsDecoder().decode(SettingsSample.self, from: document))
        }
        return Runner.nanoseconds(time)
    }

    static let decodeFirstFoundation = ChildMeasurement("decode first, Foundation") {
        // Made of a pointer: from a sequence it would warm the runtime's look-ups, of which ours begins without any.
        let data = Array(firstText.utf8).withUnsafeBytes { Data(bytes: $0.baseAddress!, count: $0.count) }
        let clock = ContinuousClock()
        let time = try clock.measure { blackHole(try JSONDecoder().decode(SettingsSample.self, from: data)) }
        return Runner.nanoseconds(time)
    }

    /// `SettingsSample.ordered(1 << 10)`, written out: making it would warm what is to be measured cold.
    private static let firstText = """
        {
          "name": "sample-service",
          "version": 3,
          "servers": [
            {
              "id": "server-1",
              "host": "node-1.example.internal",
              "port": 8001,
              "enabled": true,
              "weight": 0.375,
              "description": "Serves the \\"1\\" part of the traffic, and more of it at night.",
              "limits": {
                "connections": 101,
                "requestsPerSecond": 2000,
                "timeout": 1.5,
                "bodySize": 2097152,
                "keepAlive": false
              },
              "tags": [
                "production",
                "zone-1",
                "rack 1"
              ],
              "retries": [
                1,
                2,
                5,
                10,
                30
              ],
              "labels": {
                "owner": "team-1",
                "tier": "silver"
              }
            }
          ]
        }
        """
}
