import SettingsStore
import TestSupport
import Testing

/// Faults that programs really had with odd texts, at a repository that runs on them.
@Suite struct TextCaseTests {
    private let good = "{ \"port\": 1 }"

    /// What a repository makes of an edit from outside that it must refuse.
    private func refusal(_ text: String) async throws -> SettingsError {
        let storage = MemoryStorage(good)
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        storage.edit(text)
        try await eventually("the edit is rejected") {
            if case .rejected = await repository.status { true } else { false }
        }
        guard case .rejected(let error) = await repository.status else { throw CancellationError() }
        #expect(await repository.value.port == 1)
        await #expect(throws: SettingsError.self) { try await repository.set(\.port, to: 2) }
        #expect(storage.text == text)
        storage.edit("{ \"port\": 3 }")
        try await eventually("the mended text is taken") { await repository.value.port == 3 }
        return error
    }

    @Test("Two hundred thousand brackets are rejected while the service runs, and the last good value stands (X01)")
    func brackets() async throws {
        let text = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        #expect(try await refusal(text).code == .tooDeep)
    }

    @Test("NULs behind the text are rejected, named as what a power loss leaves (U03)")
    func zeros() async throws {
        let error = try await refusal(good + String(repeating: "\0", count: 9))
        #expect(error.code == .notText)
        #expect(error.message.contains("power loss"))
    }

    @Test("A key that stands twice is rejected with both places (D01)")
    func duplicates() async throws {
        let error = try await refusal("{ \"port\": 1,\n  \"port\": 2 }")
        #expect(error.code == .duplicateKey)
        #expect(error.location?.line == 2)
    }

    @Test("A byte order mark and CRLF stay through an update (U01, U02)")
    func notepad() async throws {
        let text = "\u{FEFF}{\r\n  \"port\": 1\r\n}\r\n"
        let storage = MemoryStorage(text)
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await repository.update { $0.host = "h" }
        #expect(storage.text == "\u{FEFF}{\r\n  \"port\": 1,\r\n  \"host\": \"h\"\r\n}\r\n")
    }

    @Test("Numbers that the settings do not know keep their digits through an update (N01)")
    func numbers() async throws {
        let text = "{ \"a\": 13911860366432393, \"b\": 1e400, \"c\": -0, \"d\": 0.1000, \"port\": 1 }"
        let storage = MemoryStorage(text)
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await repository.set(\.port, to: 2)
        #expect(storage.text == text.replacing("\"port\": 1", with: "\"port\": 2"))
    }

    @Test("Null, empty and missing are three states of an optional, and an update writes each as what it is (Z01)")
    func null() async throws {
        let storage = MemoryStorage("{}")
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        #expect(await repository.value.limits.timeout == 2.5)
        try await repository.set(\.limits.timeout, to: nil)
        #expect(storage.text?.contains("null") == true)
        #expect(try await SettingsRepository(storage: storage, defaults: ServerSettings()).value.limits.timeout == nil)
        try await repository.set(\.servers, to: [])
        #expect(try await SettingsRepository(storage: storage, defaults: ServerSettings()).value.servers == [])
    }
}
