import Foundation
import SettingsStore

extension BenchmarkRow {
    /// Structs to bytes; ours gives the index over them as well.
    static func encode(_ label: String, _ size: Int) -> BenchmarkRow {
        BenchmarkRow("codable/encode \(label)", rounds: size > 1 << 22 ? 11 : 21) {
            let sample = SettingsSample.sized(size)
            let bytes = try SettingsEncoder().encode(sample).bytes.count
            return Trial(
                .sync("SettingsEncoder") { blackHole(try SettingsEncoder().encode(sample)) }, bytes: bytes,
                against: (.sync("JSONEncoder") { blackHole(try JSONEncoder().encode(sample)) }, .atLeast(5)))
        }
    }
}
