import Foundation
import SettingsStore
import Synchronization

/// Many who follow one value: what a change costs the one who publishes it, and when all of them have it.
final class Audience: Sendable {
    private struct Settings: Codable, Sendable { var number = 0 }

    private let storage = MemoryStorage("{\"number\": 0}")
    private let repository: SettingsRepository<Settings>
    private let latest = Atomic<Int64>(0)
    private let received = Atomic(0)
    private let isPublishing = Atomic(false)
    private let isOver = Atomic(false)

    init() throws { repository = try SettingsRepository(storage: storage, defaults: Settings()) }

    /// Microseconds for each subscriber: the publisher's (beyond what a change costs that nobody follows), and until the
    /// last one has it. The medians of fifty changes.
    func measure(_ count: Int) async throws -> (publisher: Double, last: Double) {
        let alone = try await median { try await self.change(0, $0).publisher }
        let tasks = try await subscribers(count)
        let publisher = try await median { try await self.change(count, 1000 + $0).publisher }
        let last = try await median { try await self.change(count, 2000 + $0).last }
        for task in tasks { task.cancel() }
        await repository.close()
        return (max(publisher - alone, 0) / Double(count) / 1000, last / Double(count) / 1000)
    }

    /// How many times as long a read of a reader takes while another thread publishes and `count` subscribers are told as
    /// while nothing happens: the ratio of the medians.
    func readerDelay(_ count: Int) async throws -> Double {
        let tasks = try await subscribers(count)
        let reader = repository.reader
        Thread.detachNewThread { [self] in
            for number in 0..<200 {
                isPublishing.store(true, ordering: .relaxed)
                storage.edit("{\"number\": \(number + 1)}")
                isPublishing.store(false, ordering: .relaxed)
                // Time for all to have it and to wait again.
                usleep(10_000)
            }
            isOver.store(true, ordering: .relaxed)
        }
        var (busy, idle) = (Samples(), Samples())
        let reads = 100
        var told = ForeignSaver.now()
        while !isOver.load(ordering: .relaxed) {
            let wasPublishing = isPublishing.load(ordering: .relaxed)
            let begin = ForeignSaver.now()
            for _ in 0..<reads { blackHole(reader.current.number) }
            let end = ForeignSaver.now()
            if isPublishing.load(ordering: .relaxed) {
                told = end
                if wasPublishing { busy.add(Double(end - begin)) }
            } else if end - told > 6_000_000 {
                idle.add(Double(end - begin))
            }
        }
        for task in tasks { task.cancel() }
        await repository.close()
        return busy.median / idle.median
    }

    /// So many tasks that follow the value and have all of them come to wait.
    private func subscribers(_ count: Int) async throws -> [Task<Void, Never>] {
        let tasks = (0..<count).map { _ in
            Task {
                for await _ in await repository.values(of: \.number) {
                    let now = ForeignSaver.now()
                    if latest.load(ordering: .relaxed) < now { latest.store(now, ordering: .relaxed) }
                    received.wrappingAdd(1, ordering: .relaxed)
                }
            }
        }
        while received.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
        try await Task.sleep(for: .milliseconds(20))
        return tasks
    }

    private func change(_ count: Int, _ number: Int) async throws -> (publisher: Double, last: Double) {
        let before = received.load(ordering: .relaxed)
        let text = "{\"number\": \(number + 1)}"
        let begin = ForeignSaver.now()
        storage.edit(text)
        let end = ForeignSaver.now()
        while received.load(ordering: .relaxed) < before + count { try await Task.sleep(for: .milliseconds(1)) }
        try await Task.sleep(for: .milliseconds(2))
        return (Double(end - begin), Double(latest.load(ordering: .relaxed) - begin))
    }

    private func median(_ body: (Int) async throws -> Double) async throws -> Double {
        var samples = Samples()
        for number in 0..<50 { samples.add(try await body(number)) }
        return samples.median
    }
}

extension BenchmarkRow {
    static func subscribersPublisher(_ count: Int) -> BenchmarkRow {
        figure("watching/\(count) subscribers: publisher busy, each", unit: "µs", limit: .atMost(0.6)) {
            try await Audience().measure(count).publisher
        }
    }

    static func readerWhilePublishing(_ count: Int) -> BenchmarkRow {
        figure(
            "watching/reader.current while \(count) subscribers are told, over an idle one", unit: "×",
            limit: .atMost(1.2)
        ) {
            try await Audience().readerDelay(count)
        }
    }

    static func subscribersLast(_ count: Int) -> BenchmarkRow {
        figure("watching/\(count) subscribers: all have it, each", unit: "µs", limit: .atMost(2)) {
            try await Audience().measure(count).last
        }
    }
}
