import SettingsStore
import Testing

/// Updates that find what nobody has been told of yet.
@Suite struct UnannouncedSaveTests {
    struct Settings: Codable, Sendable, Equatable {
        var port = 1
        var name = "a"
    }

    struct Item: Codable, Identifiable, Sendable {
        var id: String
        var count: Int
    }

    /// Somebody's saves are found by transactions alone.
    struct SilentStorage: SettingsStorage {
        let memory: MemoryStorage

        var name: String { memory.name }
        func read(insisting: Bool) throws(SettingsError) -> StorageReading { try memory.read(insisting: insisting) }
        func transact(_ transaction: any StorageTransaction) throws(SettingsError) { try memory.transact(transaction) }
        func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch { Watch() }

        struct Watch: StorageWatch {
            func cancel() {}
            func wake(after duration: Duration) {}
            func cancelWake() {}
        }
    }

    @Test("A save that an update takes back is no new value, and no change")
    func thereAndBack() async throws {
        let memory = MemoryStorage(#"{"port": 1}"#)
        let repository = try SettingsRepository(storage: SilentStorage(memory: memory), defaults: Settings())
        var values = await repository.values.makeAsyncIterator()
        var changes = await repository.changes.makeAsyncIterator()
        #expect(await values.next()?.port == 1)
        memory.edit(#"{"port": 2}"#)
        try await repository.update { $0.port = 1 }
        #expect(memory.text == #"{"port": 1}"#)
        // Were the first one told of, these would come with it as their old value.
        let revision = await repository.revision
        #expect(revision == 1)
        memory.edit(#"{"port": 2, "name": "b"}"#)
        try await repository.update { $0.port = 1 }
        #expect(await values.next() == Settings(port: 1, name: "b"))
        let change = await changes.next()
        #expect(change?.keys == [["name"]])
        #expect(change?.old.port == 1)
    }

    @Test("Nor are records that are as they were")
    func recordsThereAndBack() async throws {
        let memory = MemoryStorage(#"[{"id": "a", "count": 1}]"#)
        let repository = LocalRepository<Item>(storage: SilentStorage(memory: memory))
        var changes = await repository.changes.makeAsyncIterator()
        memory.edit(#"[{"id": "a", "count": 2}]"#)
        try await repository.save(Item(id: "a", count: 1))
        try await repository.save(Item(id: "b", count: 1))
        let change = await changes.next()
        #expect(change?.inserted == ["b"])
        #expect(change?.revision == 2)
    }
}
