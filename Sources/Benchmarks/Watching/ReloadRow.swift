import Foundation
import SettingsStore

extension BenchmarkRow {
    /// A file saved by another process → the decoded value in a consuming task; beside it what a loop written by hand
    /// does, which does not even parse what it reads.
    ///
    /// - Parameter pause: between two edits; 1–3 ms where none is given.
    static func reload(
        _ label: String, _ way: ForeignSaver.Way, in parent: String? = nil, pause: Duration? = nil, rounds: Int = 400,
        handOver: Limit, tail: Limit = .none, bare: Limit = .none
    ) -> BenchmarkRow {
        BenchmarkRow("watching/reload, \(label)", rounds: rounds) {
            let workshops = try (0..<3).map { _ in try Workshop(in: parent) }
            let paths = workshops.map { $0.file("settings.json") }
            var sample = SettingsSample.sized(1 << 10)
            let text = try SettingsEncoder().encode(sample).text
            for workshop in workshops { try workshop.write("settings.json", text.utf8) }
            let repository = try SettingsRepository(path: paths[0], defaults: SettingsSample.sized(1))
            while await repository.status != .watching { try await Task.sleep(for: .milliseconds(1)) }
            let versions = await repository.values(of: \.version)
            let handing = HandOverLoop(directory: workshops[1].path, name: "settings.json")
            let loop = BareLoop(directory: workshops[2].path, name: "settings.json")
            let saver = try ForeignSaver()
            func save(_ path: String) throws -> Int {
                sample.version += 1
                try saver.order(path, try SettingsEncoder().encode(sample).text, way, pause: pause)
                return sample.version
            }
            return Trial(
                .timed("element received") {
                    let version = try save(paths[0])
                    for await seen in versions where seen == version { break }
                    let received = ForeignSaver.now()
                    return .nanoseconds(received - (try saver.begin()))
                },
                against: (
                    .timed("inotify loop that hands over") {
                        _ = try save(paths[1])
                        blackHole(handing.next())
                        let received = ForeignSaver.now()
                        return .nanoseconds(received - (try saver.begin()))
                    }.tail(tail), handOver
                ),
                (
                    .timed("bare inotify loop") {
                        _ = try save(paths[2])
                        blackHole(loop.next())
                        let received = ForeignSaver.now()
                        return .nanoseconds(received - (try saver.begin()))
                    }, bare
                ),
                cleanUp: {
                    handing.end()
                    _ = try save(paths[1])
                    _ = try saver.begin()
                    try saver.end()
                    await repository.close()
                    for workshop in workshops { try workshop.remove() }
                })
        }
    }
}
