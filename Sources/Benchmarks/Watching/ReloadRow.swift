import Foundation
import SettingsStore

extension BenchmarkRow {
    /// A file saved by another process → the decoded value in a consuming task.
    static func reload(_ label: String, _ way: ForeignSaver.Way, in parent: String? = nil, limit: Limit) -> BenchmarkRow
    {
        BenchmarkRow("watching/reload, \(label)", rounds: 400) {
            let (ours, bare) = (try Workshop(in: parent), try Workshop(in: parent))
            var sample = SettingsSample.sized(1 << 10)
            let text = try SettingsEncoder().encode(sample).text
            for workshop in [ours, bare] {
                try workshop.write("settings.json", text.utf8)
            }
            let repository = try SettingsRepository(
                path: ours.file("settings.json"), defaults: SettingsSample.sized(1))
            while await repository.status != .watching { try await Task.sleep(for: .milliseconds(1)) }
            let versions = await repository.values(of: \.version)
            let loop = BareLoop(directory: bare.path, name: "settings.json")
            let saver = try ForeignSaver()
            let counter = Counter()
            func next() throws -> (version: Int, text: String) {
                counter.value += 1
                let version = 1000 + counter.value
                sample.version = version
                return (version, try SettingsEncoder().encode(sample).text)
            }
            return Trial(
                .timed("element received") {
                    let (version, text) = try next()
                    try saver.order(ours.file("settings.json"), text, way)
                    for await seen in versions where seen == version { break }
                    let received = ForeignSaver.now()
                    return .nanoseconds(received - (try saver.begin()))
                },
                against: (
                    .timed("bare inotify loop") {
                        let (_, text) = try next()
                        try saver.order(bare.file("settings.json"), text, way)
                        blackHole(loop.next())
                        let received = ForeignSaver.now()
                        return .nanoseconds(received - (try saver.begin()))
                    }, limit
                ),
                cleanUp: {
                    try saver.end()
                    await repository.close()
                    try ours.remove()
                    try bare.remove()
                })
        }
    }
}

private final class Counter {
    var value = 0
}
