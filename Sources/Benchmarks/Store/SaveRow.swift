import Foundation
import SettingsStore

extension BenchmarkRow {
    /// One durable update, against the bare calls with bytes that are ready.
    static func save(_ label: String, _ size: Int, limit: Limit) -> BenchmarkRow {
        BenchmarkRow("store/update, one value, \(label)", rounds: 31, sampleTime: .milliseconds(20)) {
            let workshop = try Workshop()
            let text = try SettingsSample.ordered(size)
            try workshop.write("settings.json", text)
            let repository = try SettingsRepository(
                path: workshop.file("settings.json"), defaults: SettingsSample.sized(1))
            let bare = BareSave(directory: workshop.path, name: "bare.json")
            return Trial(
                .async("SettingsRepository.update") { try await repository.update { $0.version += 1 } },
                against: (.sync("open, write, fsync, rename, fsync") { try bare.save(text) }, limit),
                cleanUp: {
                    await repository.close()
                    try workshop.remove()
                })
        }
    }

    /// Many tasks updating at once: the time of all of their updates, against as many bare saves.
    static let groupCommit = BenchmarkRow(
        "store/64 tasks, 4 updates each", rounds: 11, sampleTime: .milliseconds(1)
    ) {
        let workshop = try Workshop()
        let text = try SettingsSample.ordered(1 << 10)
        try workshop.write("settings.json", text)
        let repository = try SettingsRepository(path: workshop.file("settings.json"), defaults: SettingsSample.sized(1))
        let bare = BareSave(directory: workshop.path, name: "bare.json")
        return Trial(
            .async("SettingsRepository.update") {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<64 {
                        group.addTask { for _ in 0..<4 { try await repository.update { $0.version += 1 } } }
                    }
                    try await group.waitForAll()
                }
            },
            against: (.sync("256 bare saves") { for _ in 0..<256 { try bare.save(text) } }, .atLeast(20)),
            cleanUp: {
                await repository.close()
                try workshop.remove()
            })
    }
}
