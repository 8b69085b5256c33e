import SettingsSyntax
import Testing

@Suite("Properties of edits, over generated documents")
struct EditPropertyTests {
    @Test("A document that was parsed prints byte by byte as it was read, and means what it was made from")
    func identity() throws {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = DocumentGenerator(seed: seed)
            let value = generator.value(depth: 4)
            let text = generator.text(value)
            let document = try SettingsDocument(text)
            #expect(document.text.utf8.elementsEqual(text.utf8), "seed \(seed)")
            #expect(document.value == value, "seed \(seed)")
            #expect(try SettingsDocument(value).value == value, "seed \(seed)")
        }
    }

    @Test("A difference applied to the one text gives exactly the other value")
    func apply() throws {
        for seed in 0..<4000 as Range<UInt64> {
            var generator = DocumentGenerator(seed: seed)
            let old = seed % 3 == 0 ? generator.records() : generator.value(depth: 4)
            let new = seed % 5 == 0 ? generator.records() : generator.changed(old)
            let text = generator.text(old)
            var document = try SettingsDocument(text)
            let difference = try SettingsDifference(from: old, to: new)
            #expect(difference.isEmpty == (old == new), "seed \(seed)")
            #expect(difference.changes.isEmpty == difference.isEmpty, "seed \(seed)")
            do {
                try document.apply(difference)
                #expect(document.value == new, "seed \(seed)")
                if difference.isEmpty { #expect(document.text == text) }
            } catch {
                Issue.record("seed \(seed): \(error)\n\(text)\n→ \(new)")
            }
        }
    }

    @Test("Setting, removing and inserting give exactly the value that was meant, in every kind of text")
    func operations() throws {
        for seed in 0..<4000 as Range<UInt64> {
            var generator = DocumentGenerator(seed: seed &+ 100_000)
            let text = generator.text(.object(generator.object(depth: 4)))
            var document = try SettingsDocument(text)
            for _ in 0..<3 {
                let before = document
                let path = Self.path(&generator, document.value)
                let value = generator.value(depth: 2)
                do {
                    switch generator.next(3) {
                    case 0:
                        try document.set(value, at: path)
                        #expect(document.value(at: path) == value, "seed \(seed)")
                    case 1:
                        guard document.contains(path) else { continue }
                        try document.remove(at: path)
                    default:
                        guard case .index? = path.components.last else { continue }
                        try document.insert(value, at: path)
                        #expect(document.value(at: path) == value, "seed \(seed)")
                    }
                } catch {
                    Issue.record("seed \(seed): \(error)\n\(before.text)\n@ \(path)")
                    break
                }
            }
        }
    }

    @Test("Setting a value and setting it back restores every byte")
    func undo() throws {
        for seed in 0..<2000 as Range<UInt64> {
            var generator = DocumentGenerator(seed: seed &+ 200_000)
            let text = generator.text(.object(generator.object(depth: 4)))
            let original = try SettingsDocument(text)
            // Where the literal is plain, what is written back is what was there.
            for path in Self.scalarPaths(original.value)
            where original.literal(at: path) == original.value(at: path)?.jsonText {
                var document = original
                try document.set("something else", at: path)
                try document.set(original.value(at: path)!, at: path)
                #expect(document.bytes == original.bytes, "seed \(seed) \(path)")
            }
            // A member that comes and goes leaves nothing behind, unless the object was empty.
            guard let object = original.value.object, !object.isEmpty, object["new key"] == nil else { continue }
            var document = original
            try document.set([1, 2], at: ["new key"])
            try document.remove(at: ["new key"])
            #expect(document.bytes == original.bytes, "seed \(seed)\n\(text)\n---\n\(document.text)")
        }
    }

    @Test("An edit of one value leaves every byte outside it")
    func locality() throws {
        for seed in 0..<1000 as Range<UInt64> {
            var generator = DocumentGenerator(seed: seed &+ 300_000)
            let original = try SettingsDocument(generator.text(.object(generator.object(depth: 4))))
            for path in Self.scalarPaths(original.value) {
                var document = original
                try document.set("something else", at: path)
                let literal = try #require(original.literal(at: path))
                let start = try #require(original.location(of: path)).offset
                let expected =
                    original.bytes[..<start] + Array("\"something else\"".utf8)
                    + original.bytes[(start + literal.utf8.count)...]
                #expect(document.bytes == Array(expected), "seed \(seed) \(path)")
            }
        }
    }

    /// A path that exists, or nearly.
    private static func path(_ generator: inout DocumentGenerator, _ value: SettingsValue) -> SettingsPath {
        var path = SettingsPath.root
        var value = value
        while path.components.isEmpty || generator.next(4) > 0 {
            switch value {
            case .object(let object):
                if object.isEmpty || generator.next(4) == 0 { return path.appending(.key("added")) }
                let member = object.members[generator.next(object.count)]
                path.components.append(.key(member.key))
                value = member.value
            case .array(let elements):
                let index = generator.next(elements.count + 1)
                path.components.append(.index(index))
                if index == elements.count { return path }
                value = elements[index]
            default: return path
            }
        }
        return path
    }

    private static func scalarPaths(_ value: SettingsValue, at path: SettingsPath = .root) -> [SettingsPath] {
        switch value {
        case .object(let object): object.flatMap { scalarPaths($0.value, at: path.appending(.key($0.key))) }
        case .array(let elements):
            elements.enumerated().flatMap { scalarPaths($1, at: path.appending(.index($0))) }
        default: path.components.isEmpty ? [] : [path]
        }
    }
}
