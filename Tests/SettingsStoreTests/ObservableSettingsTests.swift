import Observation
import SettingsStore
import TestSupport
import Testing

@MainActor
@Suite struct ObservableSettingsTests {
    @Test("The value follows the repository, and an update is seen when it returns")
    func follows() async throws {
        let storage = MemoryStorage("{ \"port\": 1 }")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        let settings = ObservableSettings(repository)
        #expect(settings.port == 1)
        try await settings.update { $0.port = 2 }
        #expect(settings.port == 2)
        storage.edit("{ \"port\": 3 }")
        try await eventually("the edit arrives") { settings.port == 3 }
        storage.edit("{ \"port\": ")
        try await eventually("the status arrives") { if case .rejected = settings.status { true } else { false } }
        #expect(settings.port == 3)
    }

    @Test("An observer is told of a change")
    func observation() async throws {
        let storage = MemoryStorage("{ \"port\": 1 }")
        let settings = ObservableSettings(try SettingsRepository(storage: storage, defaults: ServerSettings()))
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = settings.value.port
            } onChange: {
                continuation.resume()
            }
            storage.edit("{ \"port\": 2 }")
        }
    }

    @Test("It lets the repository go when it goes itself")
    func released() async throws {
        // Were its followers to hold the repository, the stream would not end.
        let values = try await followed()
        for await _ in values {}
    }

    /// A repository's stream, after both the repository and its observer have gone.
    private func followed() async throws -> AsyncStream<ServerSettings> {
        let repository = try SettingsRepository(storage: MemoryStorage(), defaults: ServerSettings())
        let settings = ObservableSettings(repository)
        #expect(settings.port == 8080)
        return await repository.values
    }
}
