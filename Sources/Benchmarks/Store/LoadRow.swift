import Foundation
import SettingsStore

extension BenchmarkRow {
    /// From a path to a typed value: the file read under a lease and decoded over defaults.
    static let load = BenchmarkRow("store/load 1 KiB") {
        let workshop = try Workshop()
        let path = workshop.file("settings.json")
        try workshop.write("settings.json", try SettingsSample.ordered(1 << 10))
        let storage = try FileStorage(path: path)
        let decoder = SettingsDecoder()
        let defaults = try SettingsEncoder().encode(SettingsSample.sized(1))
        return Trial(
            .sync("FileStorage + SettingsDecoder") {
                guard case .bytes(let bytes, _) = try storage.read(insisting: false) else { return }
                let document = try SettingsDocument(bytes: bytes)
                blackHole(try decoder.decode(SettingsSample.self, from: [document, defaults]))
            },
            against: (
                .sync("Data + JSONDecoder") {
                    let data = try Data(contentsOf: URL(filePath: path))
                    blackHole(try JSONDecoder().decode(SettingsSample.self, from: data))
                }, .atLeast(1)
            ), cleanUp: { try workshop.remove() })
    }
}
