import Foundation
import SettingsStore
import TestSupport
import Testing

@Suite struct LocalRepositoryTests {
    struct Question: Codable, Identifiable, Sendable, Equatable {
        var id: String
        var text: String
        var answer: String?
    }

    struct Renamed: Codable, Identifiable, Sendable, Equatable {
        var id: String
        var text: String
        enum CodingKeys: String, CodingKey { case id = "key", text }
    }

    private let directory = TestDirectory()

    private var url: URL { URL(filePath: directory.path) }

    @Test("What is saved is found, in the order saved, and is there after a restart")
    func roundTrip() async throws {
        let repository = LocalRepository<Question>(directory: url)
        #expect(await repository.loadAll().isEmpty)
        try await repository.save(Question(id: "b", text: "2"))
        try await repository.save(Question(id: "a", text: "1"))
        try await repository.save(Question(id: "b", text: "3"))
        #expect(await repository.find(by: "b")?.text == "3")
        #expect(await repository.find(by: "c") == nil)
        let again = LocalRepository<Question>(directory: url)
        #expect(await again.loadAll().map(\.id) == ["b", "a"])
        try await again.delete("b")
        try await again.delete("never there")
        #expect(try directory.read("data.json").filter { !$0.isWhitespace } == #"[{"id":"a","text":"1"}]"#)
    }

    @Test("A save leaves the other records' text alone, comments and unknown keys too")
    func minimalEdit() async throws {
        try directory.write(
            "[\n  // first\n  { \"id\": \"a\", \"text\": \"1\", \"extra\": true },\n  { \"id\": \"b\", \"text\": \"2\" } // second\n]\n",
            to: "data.json")
        let repository = LocalRepository<Question>(directory: url)
        try await repository.save(Question(id: "a", text: "one"))
        #expect(
            try directory.read("data.json")
                == "[\n  // first\n  { \"id\": \"a\", \"text\": \"one\", \"extra\": true },\n  { \"id\": \"b\", \"text\": \"2\" } // second\n]\n"
        )
    }

    @Test("Many records are one transaction")
    func many() async throws {
        let repository = LocalRepository<Question>(directory: url)
        let changes = await repository.changes
        try await repository.save(contentsOf: (0..<100).map { Question(id: "q\($0)", text: "t") })
        var iterator = changes.makeAsyncIterator()
        let change = try #require(await iterator.next())
        #expect(change.inserted.count == 100)
        #expect(change.revision == 2)
        #expect(await LocalRepository<Question>(directory: url).loadAll().count == 100)
    }

    @Test("A file that does not parse is never taken for empty, nor written")
    func broken() async throws {
        let text = "[ { \"id\": \"a\", \"text\": "
        try directory.write(text, to: "data.json")
        let repository = LocalRepository<Question>(directory: url)
        #expect(await repository.loadError?.location != nil)
        #expect(await repository.loadAll().isEmpty)
        await #expect(throws: SettingsError.self) { try await repository.save(Question(id: "b", text: "2")) }
        await #expect(throws: SettingsError.self) { try await repository.delete("a") }
        #expect(try directory.read("data.json") == text)
        try directory.replace("data.json", with: "[ { \"id\": \"a\", \"text\": \"1\" } ]")
        try await eventually("mended") { await repository.loadError == nil }
        #expect(await repository.find(by: "a")?.text == "1")
        try await repository.save(Question(id: "b", text: "2"))
        #expect(await repository.loadAll().count == 2)
    }

    @Test("A typo in the file leaves the last good records to readers")
    func lastGood() async throws {
        let storage = MemoryStorage()
        let repository = LocalRepository<Question>(storage: storage)
        try await repository.save(Question(id: "a", text: "1"))
        storage.edit("[ {")
        try await eventually("told") { await repository.loadError != nil }
        #expect(await repository.loadAll().map(\.id) == ["a"])
        #expect(await repository.find(by: "a")?.text == "1")
        await #expect(throws: SettingsError.self) { try await repository.save(Question(id: "b", text: "2")) }
    }

    @Test("The same id twice is an error that names both places")
    func duplicateID() async throws {
        try directory.write("[\n{\"id\":\"a\",\"text\":\"1\"},\n{\"id\":\"a\",\"text\":\"2\"}]", to: "data.json")
        let error = try #require(await LocalRepository<Question>(directory: url).loadError)
        #expect(error.location?.line == 3)
        #expect(error.message.contains("line 2"))
    }

    @Test("A path, a directory and a device are refused with an error that says so")
    func refusals() async throws {
        try FileManager.default.createDirectory(atPath: directory.file("folder"), withIntermediateDirectories: true)
        for name in ["../x.json", "a/b.json", "", ".", "folder"] {
            let repository = LocalRepository<Question>(directory: url, filename: name)
            #expect(await repository.loadError != nil, "\(name)")
            await #expect(throws: SettingsError.self) { try await repository.save(Question(id: "a", text: "1")) }
        }
        let device = LocalRepository<Question>(directory: URL(filePath: "/dev"), filename: "null")
        #expect(await device.loadError?.code == .notARegularFile)
        let web = LocalRepository<Question>(directory: URL(string: "https://example.org/x")!)
        #expect(await web.loadError?.code == .invalidFile)
    }

    @Test("A hand edit arrives as the ids that differ")
    func handEdit() async throws {
        let storage = MemoryStorage(
            #"[{"id":"a","text":"1"},{"id":"b","text":"2"},{"id":"c","text":"3"}]"#)
        let repository = LocalRepository<Question>(storage: storage)
        var changes = await repository.changes.makeAsyncIterator()
        storage.edit(#"[{"id":"a","text":"1"}, /* b is gone */ {"text":"4","id":"c"},{"id":"d","text":"5"}]"#)
        let change = try #require(await changes.next())
        #expect(change.inserted == ["d"])
        #expect(change.updated == ["c"])
        #expect(change.removed == ["b"])
    }

    @Test("Records whose id has another name in the file are kept by it too")
    func renamedID() async throws {
        let storage = MemoryStorage("[]")
        let repository = LocalRepository<Renamed>(storage: storage)
        try await repository.save(contentsOf: [Renamed(id: "a", text: "1"), Renamed(id: "b", text: "2")])
        try await repository.save(Renamed(id: "b", text: "3"))
        try await repository.delete("a")
        #expect(storage.text?.filter { !$0.isWhitespace } == #"[{"key":"b","text":"3"}]"#)
        #expect(await LocalRepository<Renamed>(storage: storage).loadAll() == [Renamed(id: "b", text: "3")])
    }

    @Test("Two repositories of one file keep each other's records")
    func merging() async throws {
        let one = LocalRepository<Question>(directory: url)
        let two = LocalRepository<Question>(directory: url)
        await withTaskGroup(of: Void.self) { group in
            for (name, repository) in [("one", one), ("two", two)] {
                group.addTask {
                    for number in 0..<20 {
                        do {
                            try await repository.save(Question(id: "\(name)-\(number)", text: "x"))
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
        #expect(await LocalRepository<Question>(directory: url).loadAll().count == 40)
    }

    @Test("What is said of a file that cannot be used helps with a list of records")
    func hints() async {
        struct Record: Codable, Identifiable, Sendable { var id: String }
        for (text, hint) in [
            ("", "[] for an empty list"), ("null", "write [] for an empty one"), ("[null]", "remove the element"),
        ] {
            let repository = LocalRepository<Record>(storage: MemoryStorage(text))
            #expect(await repository.loadError?.hint?.contains(hint) == true)
        }
        let repository = LocalRepository<Record>(storage: MemoryStorage("[{\"id\": null}]"))
        #expect(await repository.loadError?.hint == nil)
    }

    /// A record that is an object, as no record should be.
    final class Counter: Codable, Identifiable, @unchecked Sendable {
        let id: String
        var count: Int
        var inner: [Inner]

        final class Inner: Codable, @unchecked Sendable {
            var note: String
            init(_ note: String) { self.note = note }
        }

        init(_ id: String, _ count: Int) {
            self.id = id
            self.count = count
            inner = [Inner("first")]
        }
    }

    /// A value that refers to an object.
    struct Holder: Codable, Identifiable, Sendable {
        let id: String
        let counter: Counter
    }

    @Test("An object that was changed in place is written when it is saved, and told of, each time")
    func objects() async throws {
        let storage = MemoryStorage()
        let repository = LocalRepository<Counter>(storage: storage)
        var changes = await repository.changes.makeAsyncIterator()
        try await repository.save(contentsOf: [Counter("a", 1), Counter("b", 1)])
        #expect(await changes.next()?.inserted == ["a", "b"])
        for count in 2...4 {
            let found = try #require(await repository.find(by: "b"))
            found.count = count
            found.inner[0].note = "note \(count)"
            try await repository.save(found)
            #expect(storage.text?.contains("\"count\": \(count)") == true, "\(storage.text ?? "")")
            #expect(storage.text?.contains("note \(count)") == true)
            #expect(await changes.next()?.updated == ["b"])
        }
        let again = LocalRepository<Counter>(storage: storage)
        #expect(await again.find(by: "b")?.count == 4)
        #expect(await again.find(by: "a")?.count == 1)
    }

    @Test("What a record refers to is looked at as well")
    func heldObjects() async throws {
        let storage = MemoryStorage()
        let repository = LocalRepository<Holder>(storage: storage)
        try await repository.save(Holder(id: "x", counter: Counter("c", 1)))
        let found = try #require(await repository.find(by: "x"))
        found.counter.count = 2
        try await repository.save(found)
        #expect(await LocalRepository<Holder>(storage: storage).find(by: "x")?.counter.count == 2)
    }
}
