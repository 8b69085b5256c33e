import SettingsSyntax
import Testing

@Suite struct TypePlansTests {
    /// Types without number: one for each depth.
    private struct Wrapper<Content: Codable & Equatable>: Codable, Equatable { var content: Content }

    /// Codes a value in one wrapper more at each step, so that each meets types that were never met.
    private func codes<Value: Codable & Equatable>(_ value: Value, deeper: Int) throws -> Bool {
        let document = try SettingsEncoder().encode([value])
        guard try SettingsDecoder().decode([Value].self, from: document) == [value] else { return false }
        return try deeper == 0 || codes(Wrapper(content: value), deeper: deeper - 1)
    }

    @Test("More types than the memory for their plans was made for are coded as few are")
    func manyTypes() throws {
        #expect(try codes(1, deeper: 20) && codes("text", deeper: 20) && codes([true], deeper: 20))
        #expect(try codes([1: "text"], deeper: 20) && codes(["a": 1.5], deeper: 20) && codes(UInt8(1), deeper: 20))
    }
}
