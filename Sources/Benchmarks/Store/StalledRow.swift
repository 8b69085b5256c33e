import Glibc
import SettingsStore
import TestSupport

extension BenchmarkRow {
    /// Reading while a commit waits for a disk that does not answer for a second.
    static let stalledRead = BenchmarkRow("store/read: await value, a commit stalled", rounds: 9) {
        let workshop = try Workshop()
        let defaults = SettingsSample.sized(1 << 10)
        let quiet = try SettingsRepository(storage: MemoryStorage(), defaults: defaults)
        let stalls = Locked(0)
        let calls = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            guard [.synchronizeFile, .synchronizeDirectory].contains(call.kind) else { return }
            stalls.withLock { $0 += 1 }
            // A disk that answers a flush only after a second.
            LinuxSystemCalls().pause(nanoseconds: 1_000_000_000)
        }
        let stalled = try SettingsRepository(
            storage: FileStorage(path: workshop.file("settings.json"), calls: calls), defaults: defaults)
        let updates = Task {
            var count = 0
            while !Task.isCancelled {
                count += 1
                let version = count
                try await stalled.update { $0.version = version }
            }
        }
        while stalls.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        return Trial(
            .async("while a commit is stalled") { blackHole(await stalled.value) },
            against: (.async("while nothing happens") { blackHole(await quiet.value) }, .atMost(1.1)),
            cleanUp: {
                updates.cancel()
                _ = await updates.result
                await stalled.close()
                await quiet.close()
                try workshop.remove()
            })
    }
}
