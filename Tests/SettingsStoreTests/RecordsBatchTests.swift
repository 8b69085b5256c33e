import SettingsSyntax
import Testing

@testable import SettingsStore

/// Saves and deletions that are committed together.
@Suite struct RecordsBatchTests {
    struct Item: Codable, Identifiable, Sendable, Equatable {
        var id: String
        var count: Int
    }

    private let model = RecordsModel<Item>()

    private static let text = """
        [
          { "id": "a", "count": 1 }, // the first
          // about b
          { "id": "b", "count": 2, "unknown": true },
          { "id": "c", "count": 3 }
        ]
        """

    /// Commits `body`, and makes sure that the text holds what the value does, in its order.
    @discardableResult
    private func commit(
        _ state: RecordsModel<Item>.State, _ body: (inout Records<Item>) -> Void
    ) throws -> RecordsModel<Item>.State {
        var value = state.records
        body(&value)
        guard let edited = try model.edit(state.document, meaning: state, to: value) else {
            #expect(value.list == state.records.list)
            return state
        }
        #expect(try model.state(of: edited.document).records.list == value.list)
        #expect(edited.state.records.list == value.list)
        return edited.state
    }

    private func start() throws -> RecordsModel<Item>.State { try model.state(of: SettingsDocument(Self.text)) }

    @Test("A record that is deleted and saved again stands behind the last, and later saves reach the right ones")
    func deletedAndSavedAgain() throws {
        var state = try commit(start()) {
            $0.save(Item(id: "w", count: 0))
            $0.delete("a")
            $0.save(Item(id: "a", count: 10))
        }
        #expect(state.records.list.map(\.id) == ["b", "c", "w", "a"])
        state = try commit(state) { $0.save(Item(id: "b", count: 99)) }
        let text = try #require(state.document).text
        #expect(text.contains(#"// about b"#))
        #expect(text.contains(#"{ "id": "b", "count": 99, "unknown": true }"#))
    }

    @Test("A new record that is deleted and saved again stands where it was saved last")
    func newDeletedAndSavedAgain() throws {
        let state = try commit(start()) {
            $0.save(Item(id: "x", count: 1))
            $0.delete("x")
            $0.save(Item(id: "y", count: 2))
            $0.save(Item(id: "x", count: 3))
        }
        #expect(state.records.list.map(\.id) == ["a", "b", "c", "y", "x"])
    }

    private enum Step: CaseIterable {
        case saveFirst, saveLast, saveNew, saveOther, deleteFirst, deleteLast, deleteNew

        func apply(to value: inout Records<Item>, _ count: Int) {
            switch self {
            case .saveFirst: value.save(Item(id: "a", count: count))
            case .saveLast: value.save(Item(id: "c", count: count))
            case .saveNew: value.save(Item(id: "x", count: count))
            case .saveOther: value.save(Item(id: "y", count: count))
            case .deleteFirst: value.delete("a")
            case .deleteLast: value.delete("c")
            case .deleteNew: value.delete("x")
            }
        }
    }

    @Test("After every batch of four steps, and a save behind it, the text holds what the collection does")
    func everyBatch() throws {
        let start = try start()
        var batches: [[Step]] = [[]]
        for _ in 0..<4 { batches = batches.flatMap { batch in Step.allCases.map { batch + [$0] } } }
        for batch in batches {
            let state = try commit(start) { value in
                for (index, step) in batch.enumerated() { step.apply(to: &value, 10 + index) }
            }
            try commit(state) { $0.save(Item(id: "b", count: 99)) }
        }
    }

    @Test("A record that does not come back from its own encoding is refused, and nothing is written")
    func unfaithfulRecord() async throws {
        struct Unfaithful: Codable, Identifiable, Sendable {
            var id: String
            var count = 0

            init(id: String, count: Int) { (self.id, self.count) = (id, count) }
            init(from decoder: any Decoder) throws {
                id = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
            }
        }
        let storage = MemoryStorage("[]")
        let repository = LocalRepository<Unfaithful>(storage: storage)
        await #expect(throws: SettingsError.self) { try await repository.save(Unfaithful(id: "a", count: 1)) }
        #expect(storage.text == "[]")
    }
}
