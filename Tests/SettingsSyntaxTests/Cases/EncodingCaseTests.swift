import SettingsSyntax
import Testing

/// Faults that programs really had with byte order marks, line endings, control characters and normal forms.
@Suite("Whatever an editor saves is read, or refused with its place")
struct EncodingCaseTests {
    private func error(_ bytes: [UInt8]) -> SettingsError? {
        do {
            _ = try SettingsDocument(bytes: bytes, file: "settings.json")
            return nil
        } catch { return error }
    }

    @Test("A byte order mark is read over and stays through every edit (U01)")
    func byteOrderMark() throws {
        var document = try SettingsDocument(bytes: [0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8))
        #expect(document.value(at: ["a"]) == 1)
        try document.set(2, at: ["a"])
        try document.set(3, at: ["b"])
        try document.remove(at: ["a"])
        #expect(document.bytes == [0xEF, 0xBB, 0xBF] + Array("{\"b\":3}".utf8))
        #expect(try SettingsDecoder().decode([String: Int].self, from: document) == ["b": 3])
    }

    @Test("A byte order mark alone is an empty file; one in the middle, or two, are faults with their place (U01)")
    func strayByteOrderMark() {
        #expect(error([0xEF, 0xBB, 0xBF])?.message.contains("empty") == true)
        #expect(error([0xEF, 0xBB, 0xBF] + Array("{\"a\"\u{1F}: 1}".utf8))?.location?.column == 5)
    }

    @Test("With a byte order mark and CRLF, lines and columns of errors are right (U02)")
    func notepad() throws {
        let text = "\u{FEFF}{\r\n  \"a\": 1,\r\n  \"port\": \"80a\"\r\n}\r\n"
        let error = try decodingError([String: Int].self, text)
        #expect(error.location?.line == 3)
        #expect(error.location?.column == 11)
        #expect(error.summary.hasPrefix("settings.json:3:11: error: port: "))
        #expect(error.excerpt?.hasPrefix("  \"port\": \"80a\"\n") == true)
        var document = try SettingsDocument(text)
        try document.set(80, at: ["port"])
        #expect(document.text == text.replacing("\"80a\"", with: "80"))
        try document.set(true, at: ["new"])
        #expect(document.text == text.replacing("\"80a\"\r\n", with: "80,\r\n  \"new\": true\r\n"))
    }

    @Test("A NUL in a string is refused with its offset (U03)")
    func zeroByte() {
        let error = error(Array("{\"t\":\"2025-0\0-0\"}".utf8))
        #expect(error?.code == .notText)
        #expect(error?.message == "a NUL byte in the text, at offset 12")
        #expect(error?.location?.offset == 12)
    }

    @Test("Every control character in a string is refused, with its place and how to write it (U03)")
    func controlCharacters() {
        for byte in UInt8(0x01)..<0x20 where ![0x09, 0x0A, 0x0D].contains(byte) {
            let error = error(Array("{\"t\": \"x".utf8) + [byte] + Array("y\"}".utf8))
            #expect(error?.code == .syntax)
            #expect(error?.location?.offset == 8)
        }
        #expect(throws: SettingsError.self) { try SettingsDocument("[\"\t\"]", format: .json) }
    }

    @Test("NULs behind the text, as a power loss leaves them, are named as such (U03)", arguments: [1, 7, 4096])
    func trailingZeros(count: Int) {
        let error = error(Array("{\"a\":1}\n".utf8) + [UInt8](repeating: 0, count: count))
        #expect(error?.code == .notText)
        #expect(error?.message.contains("\(count) NUL byte") == true)
        #expect(error?.message.contains("power loss") == true)
        #expect(error?.location?.offset == 8)
    }

    @Test("Keys that look alike but have other scalars are two keys, each with its value (U04)")
    func normalForms() throws {
        for text in ["{\"\\u00e9\":1,\"e\\u0301\":2}", "{\"\u{E9}\":1,\"e\u{301}\":2}"] {
            var document = try SettingsDocument(text)
            #expect(document.value.object?.members.map(\.value) == [1, 2])
            #expect(document.value(at: [.key("\u{E9}")]) == 1)
            #expect(document.value(at: [.key("e\u{301}")]) == 2)
            try document.set(3, at: [.key("e\u{301}")])
            #expect(document.text.unicodeScalars.elementsEqual(text.replacing("2}", with: "3}").unicodeScalars))
            try document.remove(at: [.key("\u{E9}")])
            #expect(document.value.object?.members.map(\.value) == [3])
        }
    }

    @Test("A dictionary, which takes such keys for one, says so instead of losing a value (U04)")
    func normalFormsInDictionary() throws {
        #expect(throws: SettingsError.self) {
            _ = try decoded([String: Int].self, "{\"\\u00e9\":1,\"e\\u0301\":2}")
        }
    }

    @Test("Escapes of one scalar are one key, and twice the same key (U04)")
    func escapedKeys() throws {
        #expect(try SettingsDocument("{\"\\u00e9\":1}").value(at: [.key("\u{E9}")]) == 1)
        #expect(error(Array("{\"\\u00e9\":1,\"\u{E9}\":2}".utf8))?.code == .duplicateKey)
    }
}
