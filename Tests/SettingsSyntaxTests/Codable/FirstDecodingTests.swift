import SettingsSyntax
import Testing

/// What a type is decoded like for the first time in a process, when nothing is known of it yet.
@Suite struct FirstDecodingTests {
    /// Of a type that no other test decodes.
    private struct Number<Tag>: Decodable {
        var value: Int

        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
    }

    private struct Box<Tag>: Decodable { var v: [Int: Number<Tag>] }

    @Test("An integer as key that is not written as one is refused at the first decoding as at the second")
    func integerKeys() throws {
        struct First {}
        struct Second {}
        func decode<Tag>(_: Tag.Type, _ text: String) throws {
            for _ in 0..<2 {
                #expect(throws: SettingsError.self) {
                    try SettingsDecoder().decode(
                        Box<Tag>.self, from: [SettingsDocument(text), SettingsDocument("{\"v\": {\"1\": 9}}")])
                }
            }
        }
        try decode(First.self, "{\"v\": {\"01\": 4}}")
        try decode(Second.self, "{\"v\": {\"2\": 2, \"+2\": 3}}")
    }
}
