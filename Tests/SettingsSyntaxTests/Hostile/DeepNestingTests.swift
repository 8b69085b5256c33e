import SettingsSyntax
import Testing

/// Everything that walks down a text or a value, on a thread with half a megabyte of stack.
@Suite("Text nested as deep as a document may be")
struct DeepNestingTests {
    /// The limit that nobody has changed, and the highest that can be asked for.
    static let depths = [512, SettingsDocument.highestMaximumDepth]

    /// Objects and arrays in turn, `depth` of them, around a number.
    private static func text(_ depth: Int, _ leaf: String) -> String {
        String(repeating: "{\"k\":[", count: depth / 2) + leaf + String(repeating: "]}", count: depth / 2)
    }

    /// Arrays of records that are known by their `id`.
    private static func records(_ depth: Int, _ leaf: String) -> String {
        String(repeating: "[{\"id\":1,\"k\":", count: depth / 2) + leaf + String(repeating: "}]", count: depth / 2)
    }

    private static func document(_ text: String) -> SettingsDocument? {
        do {
            return try SettingsDocument(text, maximumDepth: SettingsDocument.highestMaximumDepth)
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) {
        SettingsSyntaxTests.onSmallStack {
            do { try body() } catch { Issue.record(error) }
        }
    }

    @Test("is read, printed, compared, hashed and freed", arguments: depths)
    func values(depth: Int) throws {
        onSmallStack {
            let text = Self.text(depth, "1")
            let value = try #require(Self.document(text)).value
            #expect(value.jsonText == text)
            #expect(value == Self.document(value.prettyJSONText)?.value)
            #expect(value != Self.document(Self.text(depth, "2"))?.value)
            #expect(Set([value, value]).count == 1)
        }
    }

    @Test("can be told apart and brought to one another", arguments: depths)
    func differences(depth: Int) throws {
        for make in [Self.text, Self.records] {
            onSmallStack {
                let old = try #require(Self.document(make(depth, "1")))
                let new = try #require(Self.document(make(depth, "2")))
                let difference = SettingsDifference(from: old, to: new)
                #expect(difference.changes.map(\.new) == [2])
                #expect(difference.keys.first?.components.count == depth)
                var edited = old
                try edited.apply(difference)
                #expect(edited.text == new.text)
            }
        }
    }

    @Test("can be edited at its bottom", arguments: depths)
    func edits(depth: Int) throws {
        onSmallStack {
            var document = try #require(Self.document(Self.text(depth, "1")))
            let bottom = (0..<depth / 2).reduce(SettingsPath.root) { path, _ in
                path.appending(.key("k")).appending(.index(0))
            }
            try document.set(7, at: bottom)
            #expect(document.text == Self.text(depth, "7"))
            try document.insert(8, at: bottom)
            #expect(document.text == Self.text(depth, "8,7"))
            try document.remove(at: bottom)
            #expect(document.text == Self.text(depth, "7"))
            var outer = try #require(Self.document("{}"))
            try outer.set(document.value(at: ["k"]) ?? .null, at: ["k"])
            #expect(outer.value == document.value)
        }
    }

    final class Node: Codable {
        var next: Node?
    }

    @Test("is decoded into a type that holds itself", arguments: depths)
    func decoding(depth: Int) throws {
        let text = String(repeating: "{\"next\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
        onSmallStack {
            let document = try #require(Self.document(text))
            var count = 0
            var node: Node? = try SettingsDecoder().decode(Node.self, from: document)
            while let this = node {
                count += 1
                node = this.next
            }
            #expect(count == depth)
            #expect(SettingsDecoder().unknownKeys(Node.self, in: [document]).isEmpty)
        }
    }

    @Test("is told where it is wrong at its bottom")
    func mistakes() throws {
        let text = String(repeating: "{\"next\":", count: 500) + "1" + String(repeating: "}", count: 500)
        onSmallStack {
            let document = try #require(Self.document(text))
            let error = #expect(throws: SettingsError.self) {
                _ = try SettingsDecoder().decode(Node.self, from: document)
            }
            #expect(error?.key?.components.count == 500)
        }
    }

    @Test("is encoded from a type that holds itself, as deep as a file may be")
    func encoding() throws {
        onSmallStack {
            let node = Node()
            var last = node
            for _ in 1..<512 {
                let next = Node()
                last.next = next
                last = next
            }
            let document = try SettingsEncoder().encode(node)
            #expect(document.text.hasPrefix("{\"next\":{\"next\":"))
            last.next = Node()
            #expect(throws: SettingsError.self) { _ = try SettingsEncoder().encode(node) }
        }
    }

    @Test("A path that would lead deeper than the document may be is refused, however long it is")
    func longPath() throws {
        onSmallStack {
            var document = try SettingsDocument("{}")
            let error = #expect(throws: SettingsError.self) {
                try document.set(1, at: SettingsPath(Array(repeating: .key("a"), count: 100_000)))
            }
            #expect(error?.code == .tooDeep)
            #expect(document.text == "{}")
            try document.set(1, at: SettingsPath(Array(repeating: .key("a"), count: 512)))
            #expect(throws: SettingsError.self) {
                try document.set(1, at: SettingsPath(Array(repeating: .key("b"), count: 513)))
            }
        }
    }
}
