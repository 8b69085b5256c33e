import Foundation
import SettingsStore
import Testing

/// Updates of settings with large arrays, of which encoding and decoding remember the most.
@Suite struct LargeUpdateTests {
    struct Item: Codable, Sendable, Equatable {
        var id: String
        var count: Int
        var note: String?
        var tags: [String]
    }

    struct Settings: Codable, Sendable, Equatable {
        var version = 0
        var items: [Item] = []
        var title = "first"
        var more: [Item] = []
        var last = 1.5
    }

    static func item(_ index: Int) -> Item {
        Item(
            id: "item \(index)", count: index, note: index % 3 == 0 ? nil : "a note that is not short, \(index)",
            tags: ["a", "b \(index % 7)"])
    }

    static var settings: Settings {
        Settings(items: (0..<500).map(item), more: (0..<100).map { item(1000 + $0) })
    }

    /// What a text means that is read for the first time.
    static func decoded(_ text: String) throws -> Settings {
        try SettingsDecoder().decode(
            Settings.self, from: [SettingsDocument(text), SettingsEncoder().encode(Settings())])
    }

    /// The changes to try, one after the other.
    static let changes: [@Sendable (inout Settings) -> Void] = [
        { $0.version += 1 },
        { $0.items[250].count = -1 },
        { $0.items[0].note = "now it has one" },
        { $0.items[499].tags = [] },
        { $0.more[50].tags.append("c") },
        { $0.items.insert(item(5000), at: 100) },
        { $0.items.remove(at: 400) },
        { $0.items.append(item(6000)) },
        { $0.items.removeFirst(3) },
        { settings in for index in settings.items.indices where index % 10 == 0 { settings.items[index].count += 1 } },
        { settings in (settings.items, settings.more) = (settings.more, settings.items) },
        { $0.items.reverse() },
        { $0.more.removeAll() },
        { $0.title = "last" },
        { $0.more = (0..<70).map(item) },
        { $0.items.removeLast(60) },
    ]

    @Test("Every change of a large value is in the file, exactly, after one and after all of those before it")
    func everyChange() async throws {
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        try await repository.update { $0 = Self.settings }
        var expected = Self.settings
        for (index, change) in Self.changes.enumerated() {
            change(&expected)
            try await repository.update(change)
            #expect(await repository.value == expected, "change \(index)")
            let text = try #require(storage.text)
            #expect(try Self.decoded(text) == expected, "change \(index)")
        }
    }

    @Test("A comment in the middle of a large array stays, and what a person changes in between is kept")
    func editsBetween() async throws {
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        try await repository.update { $0 = Self.settings }
        let text = try #require(storage.text)
        let place = try #require(text.range(of: "\"item 77\""))
        storage.edit(text.replacingCharacters(in: place, with: "/* here */ \"item 77 b\""))
        try await repository.update { $0.items[300].count = 5 }
        let after = try #require(storage.text)
        #expect(after.contains("/* here */ \"item 77 b\""))
        let value = await repository.value
        #expect(value.items[77].id == "item 77 b")
        #expect(value.items[300].count == 5)
        var expected = Self.settings
        expected.items[77].id = "item 77 b"
        expected.items[300].count = 5
        #expect(try Self.decoded(after) == expected)
    }

    @Test("An object that elements refer to may change under them: that is seen")
    func references() async throws {
        final class Box: Codable, @unchecked Sendable {
            // For the test's one task.
            var number = 0
        }
        struct Element: Codable, Sendable { var box = Box() }
        struct Holder: Codable, Sendable { var elements: [Element] = [] }
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Holder())
        try await repository.update { $0.elements = (0..<200).map { _ in Element() } }
        try await repository.update { $0.elements[150].box.number = 7 }
        #expect(try SettingsDocument(#require(storage.text)).value(at: ["elements", 150, "box", "number"]) == 7)
    }

    @Test("An object that is changed in place is written, also where the first elements show none")
    func hiddenObjects() async throws {
        final class Box: Codable, @unchecked Sendable { var n = 0 }
        enum Choice: Codable { case none, box(Box) }
        struct Held: Codable { var box: Box? }
        struct Listed: Codable { var boxes: [Box] = [] }
        struct Holder: Codable, @unchecked Sendable {
            var optional: [Box?] = [nil] + (1..<100).map { _ in Box() }
            var choices: [Choice] = [.none] + (1..<100).map { _ in .box(Box()) }
            var held: [Held] = [Held()] + (1..<100).map { _ in Held(box: Box()) }
            var listed: [Listed] = [Listed()] + (1..<100).map { _ in Listed(boxes: [Box()]) }
            var nested: [[Box]] = [[]] + (1..<100).map { _ in [Box()] }
        }
        let storage = MemoryStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Holder())
        // The second finds what the first left.
        for number in [777, 778] {
            try await repository.update { holder in
                holder.optional[5]?.n = number
                if case .box(let box) = holder.choices[5] { box.n = number }
                holder.held[5].box?.n = number
                holder.listed[5].boxes[0].n = number
                holder.nested[5][0].n = number
            }
            let written = try #require(storage.text).split(separator: "\(number)").count - 1
            #expect(written == 5)
        }
    }

    @Test("Unknown keys are still told after an update that touches other values")
    func unknownKeys() async throws {
        let storage = MemoryStorage(#"{ "version": 1, "titel": "x" }"#)
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        #expect(await repository.warnings.count == 1)
        try await repository.update { $0.version = 2 }
        #expect(await repository.warnings.count == 1)
        storage.edit(#"{ "version": 2 }"#)
        try await repository.reload()
        #expect(await repository.warnings.isEmpty)
        storage.edit(#"{ "version": 2, "lst": 3 }"#)
        try await repository.reload()
        try await repository.update { $0.version = 3 }
        #expect(await repository.warnings.count == 1)
    }
}
