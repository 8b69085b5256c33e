import Glibc
import SettingsStore
import Testing

/// The end of a repository, and storages that end it.
@Suite struct ClosingTests {
    struct Settings: Codable, Sendable { var port = 1 }

    /// Transactions wait until the test lets them go on, or are not run at all.
    final class HeldStorage: SettingsStorage {
        let memory = MemoryStorage(#"{"port": 1}"#)
        let isRunning: Bool
        private let begun = AsyncStream<Void>.makeStream()
        private let held = Locked(true)

        init(isRunning: Bool = true) { self.isRunning = isRunning }

        var name: String { memory.name }
        func read(insisting: Bool) throws(SettingsError) -> StorageReading { try memory.read(insisting: insisting) }

        func transact(_ transaction: any StorageTransaction) throws(SettingsError) {
            begun.continuation.yield()
            guard isRunning else { return }
            while held.withLock({ $0 }) { usleep(1000) }
            try memory.transact(transaction)
        }

        func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch {
            memory.watch(handler)
        }

        func waitForTransaction() async {
            for await _ in begun.stream { return }
        }

        func letGo() { held.withLock { $0 = false } }
    }

    @Test("The streams end behind the last of the updates that were being written")
    func lastUpdate() async throws {
        let storage = HeldStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let values = await repository.values
        let seen = Task {
            var ports: [Int] = []
            for await value in values { ports.append(value.port) }
            return ports
        }
        let update = Task { try await repository.update { $0.port = 2 } }
        await storage.waitForTransaction()
        await repository.close()
        #expect(await repository.status == .closed)
        await #expect(throws: SettingsError.self) { try await repository.update { $0.port = 3 } }
        storage.letGo()
        try await update.value
        #expect(await seen.value.last == 2)
    }

    @Test("What happens to a closed repository is nothing")
    func eventsOfTheClosed() async throws {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: Settings())
        await repository.close()
        for await event in await repository.events { Issue.record("told of \(event)") }
    }

    @Test("A storage that does not run a transaction fails the update, which does not wait for ever")
    func idleStorage() async throws {
        let repository = try SettingsRepository(storage: HeldStorage(isRunning: false), defaults: Settings())
        await #expect { try await repository.update { $0.port = 2 } } throws: { error in
            (error as? SettingsError)?.code == .internalFault
        }
    }
}
