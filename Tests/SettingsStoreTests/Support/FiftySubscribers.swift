import SettingsStore
import Testing

/// Fifty subscribers of a value that changes 100,000 times; one of them never reads.
enum FiftySubscribers {
    static func run() async throws {
        struct Counter: Codable, Sendable { var count = 0 }
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Counter())
        let last = isSanitized ? 2000 : 100_000
        let sleeper = await repository.values
        let tasks = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<49 {
                group.addTask {
                    var newest = 0
                    for await count in await repository.values(of: \.count) {
                        newest = count
                        if count == last { break }
                    }
                    return newest
                }
            }
            group.addTask {
                var early = 0
                for count in 1...last {
                    do {
                        try await repository.set(\.count, to: count)
                    } catch {
                        Issue.record(error)
                    }
                    if count == last / 10 { early = residentKilobytes() }
                }
                let growth = residentKilobytes() - early
                // A buffer of 90,000 values would take megabytes.
                #expect(
                    growth < 2048 || isSanitized, "resident memory grew by \(growth) KiB over 90,000 changes")
                return last
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tasks == Array(repeating: last, count: 50))
        var values = sleeper.makeAsyncIterator()
        #expect(await values.next()?.count == last)
    }
}
