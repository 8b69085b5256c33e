import SettingsSyntax
import Testing

/// Differences of encodings of which one took over the other's arrays, and that are not looked at for that.
@Suite struct SharedArrayDifferenceTests {
    struct Group: Codable {
        var name: String
        var numbers: [Int]
        var words: [String]
    }

    struct Settings: Codable {
        var first = 1
        var numbers = Array(0..<100)
        var groups = (0..<5).map { group in
            Group(name: "g\(group)", numbers: Array(group..<group + 80), words: (0..<70).map { "w\($0)" })
        }
        var words: [String]? = (0..<90).map { "word \($0)" }
        var last = 1.5
    }

    static let changes: [@Sendable (inout Settings) -> Void] = [
        { $0.first = 2 },
        { $0.last = 2.5 },
        { $0.numbers[50] = -1 },
        { $0.groups[2].name = "other" },
        { $0.groups[3].numbers[79] += 1 },
        { $0.groups[4].words[0] = "" },
        { $0.groups.remove(at: 1) },
        { $0.groups.insert(Group(name: "new", numbers: Array(0..<80), words: []), at: 0) },
        { $0.groups.swapAt(0, 2) },
        { ($0.groups[0].numbers, $0.groups[1].numbers) = ($0.groups[1].numbers, $0.groups[0].numbers) },
        { $0.words = nil },
        { $0.words = (0..<90).map { "word \($0)" } },
        { settings in settings.groups[1].numbers = settings.numbers },
        { $0.numbers.removeAll() },
        { _ in },
    ]

    @Test("They are those that comparing every byte gives, in either direction")
    func sameAsByBytes() throws {
        let encoder = SettingsEncoder()
        var settings = Settings()
        var before = try encoder.encode(settings, after: nil)
        for (index, change) in Self.changes.enumerated() {
            change(&settings)
            let after = try encoder.encode(settings, after: before)
            #expect(after.document.text == (try encoder.encode(settings).text), "change \(index)")
            for (from, to) in [(before, after), (after, before)] {
                let plain = SettingsDifference(from: from.document, to: to.document)
                #expect(SettingsDifference(from: from, to: to).changes == plain.changes, "change \(index)")
            }
            before = after
        }
    }

    @Test("Encodings that took over nothing from each other are compared as they are")
    func strangers() throws {
        let encoder = SettingsEncoder()
        var settings = Settings()
        let one = try encoder.encode(settings, after: encoder.encode(settings, after: nil))
        settings.numbers[3] = 0
        let other = try encoder.encode(settings, after: encoder.encode(settings, after: nil))
        #expect(SettingsDifference(from: one, to: other).keys == [["numbers", 3]])
    }
}
