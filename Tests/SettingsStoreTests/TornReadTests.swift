import SettingsStore
import TestSupport
import Testing

@Suite struct TornReadTests {
    struct Summed: Codable, Sendable {
        var sum = 0
        var items: [Int] = []

        var isWhole: Bool { sum == items.reduce(0, +) }
        var version: Int { items.first ?? 0 }
    }

    @Test(
        "Ten thousand rewrites in place are never seen half-way, and the last arrives (T03)",
        arguments: ["owner", "nobody"])
    func rewrites(reader: String) async throws {
        let directory = TestDirectory()
        let path = try directory.write(InPlaceWriter.text(InPlaceWriter.first))
        let storage =
            reader == "owner"
            ? try FileStorage(path: path) : try FileStorage(path: path, calls: InterceptedCalls.leaseless)
        let repository = try SettingsRepository(storage: storage, defaults: Summed())
        try await eventually("the watch is set") { await repository.status == .watching }
        let count = isSanitized ? 1000 : 10_000
        let last = InPlaceWriter.first + count - 1
        let seen = await withTaskGroup(of: Int.self) { group in
            group.addTask {
                var seen = 0
                for await settings in await repository.values {
                    let isWhole = settings.isWhole
                    #expect(isWhole, "torn: \(settings.sum), \(Set(settings.items))")
                    seen += 1
                    if settings.version == last { break }
                }
                return seen
            }
            group.addTask {
                // Who asks is not given half a save either.
                while await repository.value.version != last, !Task.isCancelled {
                    do throws(SettingsError) {
                        try await repository.reload()
                    } catch {
                        #expect(error.code == .busy, "\(error)")
                    }
                    let settings = await repository.value
                    let isWhole = settings.isWhole
                    #expect(isWhole, "torn: \(settings.sum), \(Set(settings.items))")
                }
                return 0
            }
            group.addTask {
                do { try await InPlaceWriter(path: path, count: count).waitUntilExit() } catch { Issue.record(error) }
                return 0
            }
            return await group.reduce(0, +)
        }
        #expect(await repository.value.version == last)
        #expect(await repository.status == .watching)
        // Not by seeing nothing: the first and the last come whatever the machine is busy with.
        #expect(seen > 1)
    }
}
