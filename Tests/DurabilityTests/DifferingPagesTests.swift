import Testing

@testable import SettingsStore

struct DifferingPagesTests {
    private static var page: Int { DifferingPages.size }

    private func stretches(of text: [UInt8], in range: Range<Int>, from held: [UInt8]) -> [Range<Int>] {
        held.withUnsafeBytes { unsafe DifferingPages.stretches(of: text.span, in: range, from: $0) }
    }

    @Test("Pages that differ and lie side by side are one stretch; what is alike lies between")
    func stretches() {
        let text = [UInt8](repeating: 1, count: 6 * Self.page + 10)
        var held = text
        #expect(stretches(of: text, in: 0..<text.count, from: held) == [])
        held[0] = 0
        held[2 * Self.page - 1] = 0
        held[4 * Self.page] = 0
        held[text.count - 1] = 0
        #expect(
            stretches(of: text, in: 0..<text.count, from: held) == [
                0..<2 * Self.page, 4 * Self.page..<5 * Self.page, 6 * Self.page..<text.count,
            ])
        let part = 2 * Self.page..<5 * Self.page
        #expect(stretches(of: text, in: part, from: Array(held[part])) == [4 * Self.page..<5 * Self.page])
    }

    @Test("A page that the file has only a part of differs, and so does all behind it")
    func shorter() {
        let text = [UInt8](repeating: 1, count: 3 * Self.page)
        let held = [UInt8](text[..<(2 * Self.page - 1)])
        #expect(stretches(of: text, in: 0..<text.count, from: held) == [Self.page..<text.count])
        #expect(stretches(of: text, in: 0..<text.count, from: []) == [0..<text.count])
        #expect(stretches(of: [], in: 0..<0, from: text) == [])
    }
}
