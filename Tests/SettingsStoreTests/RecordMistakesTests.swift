import SettingsStore
import Testing

/// How a mistake in one record of many is found from its error.
@Suite struct RecordMistakesTests {
    struct Amount: Codable, Identifiable, Sendable, ValidatableSettings {
        struct Limits: Codable, Sendable { var low = 0 }

        var id: String
        var n: Int
        var limits: Limits?

        func validate() throws {
            if n < 0 { throw SettingsValidationError("must not be negative", at: "n") }
            if n == 7 { throw SettingsValidationError("must be said", at: "limits.high") }
            if n == 8 { throw SettingsValidationError("does not please") }
        }
    }

    private func loadError(_ text: String) async throws -> SettingsError {
        try #require(await LocalRepository<Amount>(storage: MemoryStorage(text, name: "r.json")).loadError)
    }

    @Test("Each record that refuses itself is told, with its place, its line and a caret")
    func refusals() async throws {
        let error = try await loadError("[\n  { id:'a', n:1 },\n  { id:'b', n:-1 },\n  { id:'c', n:-2 }\n]")
        #expect(
            error.description == """
                r.json:3:15: error: [1].n: must not be negative
                  { id:'b', n:-1 },
                              ^~
                r.json:4:15: error: [2].n: must not be negative
                  { id:'c', n:-2 }
                              ^~
                """)
        #expect(error.code == .validation)
        #expect(error.others.count == 2)
        #expect(error.others.first?.location == error.location)
    }

    @Test("A single refusal is one error, with no others")
    func oneRefusal() async throws {
        let error = try await loadError("[{ id:'a', n:-1 }]")
        #expect(error.others.isEmpty)
        #expect(error.key == [0, "n"])
    }

    @Test("A refusal about a key that is not there, or about none, is told at what is there of it")
    func missingKey() async throws {
        let error = try await loadError("[\n{ id:'a', n:7, limits: { low: 1 } },\n{ id:'b', n:7 },\n{ id:'c', n:8 }\n]")
        #expect(
            error.description == """
                r.json:2:24: error: [0].limits.high: must be said
                { id:'a', n:7, limits: { low: 1 } },
                                       ^~~~~~~~~~
                r.json:3:1: error: [1].limits.high: must be said
                { id:'b', n:7 },
                ^~~~~~~~~~~~~~~
                r.json:4:1: error: [2]: does not please
                { id:'c', n:8 }
                ^~~~~~~~~~~~~~~
                """)
    }

    @Test("What is told of a very bad file has an end")
    func many() async throws {
        let error = try await loadError("[" + (0..<500).map { "{ id:'\($0)', n:-1 }" }.joined(separator: ",") + "]")
        #expect(error.others.count == 100)
    }

    @Test("A refusal of a hand edit is told with its place too")
    func rejected() async throws {
        let storage = MemoryStorage("[{ id:'a', n:1 }]", name: "r.json")
        let repository = LocalRepository<Amount>(storage: storage)
        storage.edit("[{ id:'a', n:1 },\n{ id:'b', n:-1 }]")
        await #expect(throws: SettingsError.self) { try await repository.reload() }
        guard case .rejected(let error) = await repository.status else {
            Issue.record("not rejected")
            return
        }
        #expect(error.summary == "r.json:2:13: error: [1].n: must not be negative")
        #expect(error.excerpt != nil)
    }

    @Test("A refused save tells the file and each record, and changes nothing")
    func save() async throws {
        let storage = MemoryStorage("[{ id:'a', n:1 }]", name: "r.json")
        let repository = LocalRepository<Amount>(storage: storage)
        let error = try #require(
            await #expect(throws: SettingsError.self) {
                try await repository.save(contentsOf: [
                    Amount(id: "good", n: 1), Amount(id: "a", n: -1), Amount(id: "new\n", n: 8),
                ])
            })
        #expect(
            error.description == """
                r.json: error: [0].n: must not be negative (in the record "a")
                r.json: error: [2]: does not please (in the record "new\\n")
                """)
        #expect(storage.text == "[{ id:'a', n:1 }]")
    }

    @Test("Every id that comes twice is told, with its line and a caret, and so are refusals beside it")
    func clashes() async throws {
        let error = try await loadError(
            "[\n  { id:'a', n:1 },\n  { id:'b', n:2 },\n  { id:'a', n:3 },\n  { id:'b', n:-4 },\n  { id:'a', n:5 }\n]")
        #expect(
            error.description == """
                r.json:4:3: error: [2]: two records have the id "a"; the other is at line 2
                  { id:'a', n:3 },
                  ^~~~~~~~~~~~~~~
                hint: give one of them another id
                r.json:5:3: error: [3]: two records have the id "b"; the other is at line 3
                  { id:'b', n:-4 },
                  ^~~~~~~~~~~~~~~~
                hint: give one of them another id
                r.json:5:15: error: [3].n: must not be negative
                  { id:'b', n:-4 },
                              ^~
                r.json:6:3: error: [4]: two records have the id "a"; the other is at line 2
                  { id:'a', n:5 }
                  ^~~~~~~~~~~~~~~
                hint: give one of them another id
                """)
        #expect(error.code == .invalidValue)
    }
}
