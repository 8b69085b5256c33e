import Foundation
import SettingsSyntax
import Testing

@Suite("What a bad text is told")
struct FaultTests {
    private func error(_ text: String, format: SettingsFormat = .json5) -> SettingsError? {
        error(Array(text.utf8), format: format)
    }

    private func error(_ bytes: [UInt8], format: SettingsFormat = .json5) -> SettingsError? {
        do {
            _ = try SettingsDocument(bytes: bytes, format: format, file: "settings.json")
            return nil
        } catch { return error }
    }

    @Test("An error reads like a compiler's: place, expectation, finding, line, caret")
    func shape() {
        #expect(
            error("{\n\t\"port\": yes,\n}")?.description == """
                settings.json:2:10: error: expected a value, found 'yes'
                \t"port": yes,
                \t        ^~~
                hint: write true
                """)
    }

    @Test(
        "Each fault is told by its own words and place",
        arguments: [
            ("", "the file is empty", 1, 1),
            ("// nothing\n", "holds no value, only comments", 1, 11),
            ("{\"a\" 1}", "expected ':' after the key \"a\", found '1'", 1, 6),
            ("{\"a\": 1 \"b\": 2}", "expected ',' or '}', found the string \"b\"", 1, 9),
            ("{\"a\": [1, 2}", "expected ',' or ']', found '}'", 1, 12),
            ("{\"a\": 1", "the object that begins at 1:1 is not closed", 1, 8),
            ("{\"a\": \"x\n}", "the line ends within the string that begins at 1:7", 1, 7),
            ("{\"a\": 1} }", "9 bytes", 0, 0),
            ("{\"a\": 1}\n}", "1 bytes follow from offset 9", 2, 1),
            ("{\"a\": 01}", "cannot begin with a zero", 1, 7),
            ("{\"a\": \"\\ud800\"}", "half of a surrogate pair", 1, 8),
            ("{\"a\": \"\u{1}\"}", "a raw control character (U+0001)", 1, 8),
            ("{\"a\": /* x", "the comment that begins at 1:7", 1, 7),
            ("{\"a\":1,\n \"a\":2}", "stands twice in this object, first at 1:2", 2, 2),
            ("\r\n\r{\"é\": ?}", "expected a value, found '?'", 3, 7),
        ] as [(String, String, Int, Int)])
    func words(text: String, words: String, line: Int, column: Int) {
        guard line > 0 else { return }
        let error = error(text)
        #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        #expect(error?.location?.line == line && error?.location?.column == column, "\(String(describing: error))")
    }

    @Test("A text that ends too early is shown where it does, with what is missing")
    func earlyEnd() {
        #expect(
            error("{\"port\": \n")?.description == """
                settings.json:1:9: error: expected a value, found the end of the file
                {"port":\u{20}
                        ^
                hint: missing here: a value, then '}' for the '{' at 1:1
                """)
        let nested = error("[{\"id\":1,\"a\": // ] }\n\n")
        #expect(nested?.location?.line == 1)
        #expect(nested?.hint == "missing here: a value, then '}' for the '{' at 1:2, then ']' for the '[' at 1:1")
        #expect(error("{\n  \"a\": [1,\n")?.location == SourceLocation(offset: 12, line: 2, column: 11))
        #expect(
            error("{\n  \"a\": [1,\n")?.hint == "missing here: ']' for the '[' at 2:8, then '}' for the '{' at 1:1")
        #expect(error("{\"]\"\n")?.hint == "missing here: ':' and a value, then '}' for the '{' at 1:1")
        #expect(error("{\"a\": 1,\n", format: .json)?.hint == "missing here: a member, then '}' for the '{' at 1:1")
        #expect(error("{\"a\": {\"b\": 1}\n\n")?.hint == "missing here: '}' for the '{' at 1:1")
        #expect(error("[[[[[")?.hint?.hasSuffix("at 1:3, then 2 more") == true)
        #expect(error(" \n")?.excerpt == nil)
    }

    @Test(
        "A hint says what may have been meant, and nothing that would mislead",
        arguments: [
            ("{\"a\": 3.50x}", "'x' does not belong to a number; text stands in double quotes"),
            ("[80x]", "'x' does not belong to a number; text stands in double quotes"),
            ("80x", "'x' does not belong to a number; text stands in double quotes"),
            ("{\"a\": falsx}", "did you mean false? text stands in double quotes"),
            ("{\"a\": truex}", "did you mean true? text stands in double quotes"),
            ("{\"a\": nul}", "did you mean null? text stands in double quotes"),
            ("{\"a\": hello}", "text stands in double quotes"),
            ("{\"a\": \"say \"x\"\"}", "a quote within a string is written \\\""),
            ("{\"a\": 10 seconds}", "a key has one value: text stands in double quotes, several values in [ ]"),
            ("{\"a\": 1 \"b\": 2}", "a comma is missing before it"),
            ("{\"a\": 1\n b: 2}", "a comma is missing before it"),
            ("{\"a\": 1\n \"b\" 2}", "a comma is missing before it"),
            ("[1 2]", "a comma is missing before it"),
        ])
    func hints(text: String, hint: String) {
        #expect(error(text)?.hint == hint)
    }

    @Test("A key that stands twice is told once, in an object of any size")
    func duplicatesOnce() throws {
        for count in [2, 31, 32, 33, 40, 100] {
            let others = (0..<count).map { "\"k\($0)\": 0" }.joined(separator: ", ")
            let document = try SettingsDocument(
                "{\"mask\": 1, \"mask\": 2, \(others), \"mask\": 3, \"k1\": 1}", duplicateKeys: .lastCounts)
            #expect(document.duplicates.map(\.key) == [["mask"], ["mask"], ["k1"]], "of \(count)")
        }
    }

    @Test("Strict JSON names what it does not have")
    func strict() {
        #expect(error("{} // x", format: .json)?.message == "strict JSON has no comments")
        #expect(error("[1,]", format: .json)?.message.contains("no comma before") == true)
        #expect(error("['a']", format: .json)?.message.contains("single quote") == true)
        #expect(error("{a: 1}", format: .json)?.message.contains("expected a key or '}', found 'a'") == true)
        #expect(error("[0x1F]", format: .json)?.message == "0x1F is not a number in JSON")
    }

    @Test("NULs at the end or all over are named as what a power loss leaves")
    func powerLoss() {
        let tail = error(Array("{\"a\":1}".utf8) + [UInt8](repeating: 0, count: 9))
        #expect(tail?.message == "the file ends in 9 NUL bytes from offset 7, as a power loss can leave it")
        #expect(tail?.code == .notText)
        #expect(error([0, 0, 0])?.message.contains("nothing but 3 NUL bytes") == true)
        #expect(error("{\"t\":\"2025-0\0-0\"}")?.message == "a NUL byte in the text, at offset 12")
    }

    @Test("Other encodings are named")
    func encodings() {
        #expect(error([0xFF, 0xFE, 0x7B, 0, 0x7D, 0])?.message == "the file is UTF-16, not UTF-8")
        #expect(error([0x7B, 0, 0x22, 0, 0x7D, 0])?.message == "the file is UTF-16, not UTF-8")
        #expect(error([0x22, 0xE9, 0x22])?.message == "this is not UTF-8: byte 0xE9 at offset 1")
    }

    @Test("Two hundred thousand brackets are an error, not a crash")
    func deep() {
        let error = error(String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000))
        #expect(error?.code == .tooDeep)
        #expect(error?.location?.column == 513)
    }

    @Test("A long line is shown as a window, and the caret stands under the fault")
    func window() throws {
        let error = error(
            "[" + String(repeating: "\"日本\", ", count: 100) + "oops" + String(repeating: ", 1", count: 100) + "]")
        let lines = try #require(error?.excerpt?.split(separator: "\n"))
        #expect(lines[0].hasPrefix("…") && lines[0].hasSuffix("…"))
        let width = lines[0].prefix(while: { $0 != "o" }).reduce(0) { $0 + ($1 == "日" || $1 == "本" ? 2 : 1) }
        #expect(lines[1] == String(repeating: " ", count: width) + "^~~~")
    }

    @Test("BOM and CRLF: the text is read, and lines and columns are right")
    func notepad() throws {
        let text = "\u{FEFF}{\r\n  \"a\": 1\r\n}\r\n"
        #expect(try SettingsDocument(text).value == ["a": 1])
        let location = error("\u{FEFF}{\r\n  \"a\": x\r\n}\r\n")?.location
        #expect(location == SourceLocation(offset: 13, line: 2, column: 8))
        #expect(error("\u{FEFF}x")?.location?.column == 1)
    }

    @Test("Code that prints localizedDescription says what is wrong, and where")
    func localized() throws {
        var fault = try #require(error("{ \"a\": x }"))
        fault.file = "settings.json"
        #expect((fault as any Error).localizedDescription == fault.description)
        #expect(fault.localizedDescription.hasPrefix("settings.json:1:8: error: "))
        #expect((fault as NSError).localizedRecoverySuggestion == fault.hint)
    }
}
