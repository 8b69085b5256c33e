import SettingsSyntax
import Testing

/// What is put into a text and taken out again leaves it as it was: above all the comments that are nobody's.
@Suite("Coming and going")
struct ComingAndGoingTests {
    private func added(_ text: String, at path: SettingsPath = ["new"]) throws -> SettingsDocument {
        var document = try SettingsDocument(text)
        try document.set(1, at: path)
        return document
    }

    @Test(
        "A member that comes and goes leaves the comments that were there before",
        arguments: ["\n", "\r\n"],
        [
            "{\n  // \"port\": 8080,\n  // \"host\": \"x\"\n}\n", "{\n  // one\n\n  // two\n}", "{\n  // one\n\n}",
            "{\n\n  // one\n}", "{\n  /* one */\n}", "{\n  /* one */ }", "{ // opens\n}", "{ // opens\n  // one\n}",
            "{ /* one */ }", "{/* one */}", "{ /* one */ /* two */ }", "{ /* one\n */ }", "{\n  /* one */ /* two */\n}",
            "{ \"x\": 1,\n // \"port\": 8080\n}", "{ \"x\": 1\n // \"port\": 8080\n}",
            "{\n  \"x\": 1,\n  // one\n}", "{\n  \"x\": 1\n  // one\n}", "{\n  \"x\": 1\n\n  // one\n\n}",
            "{\n  \"x\": 1 // x\n  // one\n}", "{\n  // one\n  \"x\": 1\n}", "{\n  // one\n\n  \"x\": 1\n}",
            "{ \"x\": 1, /* one */ }", "{ \"x\": 1 /* one */ }", "{ \"x\": 1 /* one */, }", "{ /* one */ \"x\": 1 }",
            "{ \"x\": 1\n, \"y\": 2\n// one\n}", "{ \"x\": 1\n, \"y\": 2 // y\n// one\n}",
            "{\n  \"x\": 1\n  // y\n, \"y\": 2\n\n  // one\n}",
        ])
    func comments(newline: String, text: String) throws {
        let text = text.replacing("\n", with: newline)
        var document = try added(text)
        try document.remove(at: ["new"])
        #expect(document.text == text)
        for nested in ["{\n\"in\": \(text)}", "{\n  \"in\": \(text), // in\n  \"z\": 1\n}", "[\(text), 1]"] {
            let path: SettingsPath = nested.hasPrefix("{") ? ["in", "new"] : [0, "new"]
            var document = try added(nested, at: path)
            try document.remove(at: path)
            #expect(document.text == nested)
        }
    }

    @Test(
        "An element that comes and goes leaves the comments that were there before", arguments: ["\n", "\r\n"],
        [
            "[\n  // 1,\n  // 2\n]\n", "[ // opens\n  // 1\n]", "[ /* none */ ]", "[/* none */]",
            "[\n  1,\n  // 2\n]", "[\n  1\n  // 2\n]", "[\n  // 0\n\n  1,\n  // one\n  2 // two\n]",
            "[ 1,\n // 2\n]", "[1, /* one */]", "[1 /* one */, /* two */ 2 /* two */, 3]", "[ 1\n, 2 // two\n// 3\n]",
        ])
    func elements(newline: String, text: String) throws {
        let text = text.replacing("\n", with: newline)
        let original = try SettingsDocument(text)
        for position in 0...(original.value.array?.count ?? 0) {
            var document = original
            try document.insert("new", at: [.index(position)])
            try document.remove(at: [.index(position)])
            #expect(document.text == text, "at \(position)")
        }
    }

    @Test("A blank line keeps a free comment from becoming the first member's, and goes with the last")
    func blankLine() throws {
        let text = "{\n  // \"port\": 8080,\n  // \"host\": \"x\"\n}\n"
        var document = try added(text, at: ["a"])
        #expect(document.text == "{\n  // \"port\": 8080,\n  // \"host\": \"x\"\n\n  \"a\": 1\n}\n")
        try document.set(2, at: ["b"])
        try document.remove(at: ["a"])
        #expect(document.text == "{\n  // \"port\": 8080,\n  // \"host\": \"x\"\n\n  \"b\": 2\n}\n")
        try document.remove(at: ["b"])
        #expect(document.text == text)
    }

    @Test("In generated texts, what comes and goes leaves all but white space, in whatever container")
    func everywhere() throws {
        for seed in 0..<1000 as Range<UInt64> {
            var generator = DocumentGenerator(seed: seed &+ 700_000)
            let text = generator.text(.object(generator.object(depth: 4)))
            let original = try SettingsDocument(text)
            for path in Self.places(original.value) {
                var document = original
                try document.insert([1, 2], at: path)
                let between = document.text
                try document.remove(at: path)
                #expect(
                    document.bytes.filter { $0 > 0x20 } == original.bytes.filter { $0 > 0x20 },
                    "seed \(seed) \(path)\n\(text)\n→\n\(between)\n→\n\(document.text)")
            }
        }
    }

    /// A new key of every object, and every position of every array.
    private static func places(_ value: SettingsValue, at path: SettingsPath = .root) -> [SettingsPath] {
        switch value {
        case .object(let object):
            [path.appending(.key("new key"))]
                + object.flatMap { places($0.value, at: path.appending(.key($0.key))) }
        case .array(let elements):
            (0...elements.count).map { path.appending(.index($0)) }
                + elements.enumerated().flatMap { places($1, at: path.appending(.index($0))) }
        default: []
        }
    }

    @Test("Several members that come, and go in whatever order, leave all but white space")
    func several() throws {
        for seed in 0..<1000 as Range<UInt64> {
            var generator = DocumentGenerator(seed: seed &+ 800_000)
            let text = generator.text(.object(generator.object(depth: 4)))
            let original = try SettingsDocument(text)
            for place in Self.places(original.value) {
                guard case .key? = place.components.last else { continue }
                let parent = SettingsPath(Array(place.components.dropLast()))
                var document = original
                var keys = ["new 1", "new 2", "new 3"]
                var texts: [String] = []
                for key in keys {
                    try document.set([1], at: parent.appending(.key(key)))
                    texts.append(document.text)
                }
                while !keys.isEmpty {
                    let key = keys.remove(at: generator.next(keys.count))
                    try document.remove(at: parent.appending(.key(key)))
                    texts.append(document.text)
                }
                #expect(
                    document.bytes.filter { $0 > 0x20 } == original.bytes.filter { $0 > 0x20 },
                    "seed \(seed) \(place)\n\(text)\n→\n\(texts.joined(separator: "\n→\n"))")
            }
        }
    }
}
