import SettingsSyntax
import Testing

@Suite("The JSON test suite")
struct ConformanceTests {
    /// What strict JSON refuses and JSON5 allows; docs/file-format.md gives the reason for each.
    private static let allowedByJSON5 = [
        "array_extra_comma", "array_number_and_comma", "number_+1", "number_-2.", "number_-NaN", "number_.2e-3",
        "number_0.e1", "number_2.e+3", "number_2.e-3", "number_2.e3", "number_NaN", "number_hex_1_digit",
        "number_hex_2_digits", "number_infinity", "number_minus_infinity", "number_neg_real_without_int_part",
        "number_real_without_fractional_part", "number_starting_with_dot", "object_key_with_single_quotes",
        "object_repeated_null_null", "object_single_quote", "object_trailing_comma", "object_trailing_comment",
        "object_trailing_comment_slash_open", "object_unquoted_key", "string_escape_x",
        "string_escaped_ctrl_char_tab", "string_escaped_emoji", "string_invalid_backslash_esc",
        "string_single_quote", "string_unescaped_tab", "string_unicode_CapitalU",
        "structure_object_with_comment", "structure_whitespace_formfeed",
    ]

    @Test("is there, or this says that it is not")
    func presence() {
        if !ConformanceSuite.isThere { print("note: no ../shared/conformance/JSONTestSuite beside the package") }
    }

    @Test("Strictly, every valid document is accepted")
    func valid() throws {
        for one in ConformanceSuite.cases(in: "test_parsing", prefix: "y_") {
            #expect(throws: Never.self, "\(one.name)") {
                let document = try SettingsDocument(bytes: one.bytes, format: .json, duplicateKeys: .lastCounts)
                #expect(document.bytes == one.bytes)
                #expect(document.duplicates.isEmpty == !one.name.contains("duplicated_key"))
            }
        }
    }

    @Test("Strictly, every invalid document is refused with a place")
    func invalid() throws {
        for one in ConformanceSuite.cases(in: "test_parsing", prefix: "n_") {
            let error = #expect(throws: SettingsError.self, "\(one.name)") {
                try SettingsDocument(bytes: one.bytes, format: .json, duplicateKeys: .lastCounts)
            }
            #expect(error?.location != nil, "\(one.name)")
        }
    }

    @Test(
        "What implementations may do as they like neither crashes nor loses bytes",
        arguments: [SettingsFormat.json, .json5])
    func implementationDefined(format: SettingsFormat) throws {
        for one in ConformanceSuite.cases(in: "test_parsing", prefix: "i_") {
            do {
                let document = try SettingsDocument(bytes: one.bytes, format: format)
                #expect(document.bytes == one.bytes, "\(one.name)")
                _ = document.value
            } catch {
                #expect(error.location != nil, "\(one.name)")
            }
        }
    }

    @Test("JSON5 accepts every valid document too, and of the others exactly those that JSON5 allows")
    func json5() throws {
        var accepted: Set<String> = []
        for one in ConformanceSuite.cases(in: "test_parsing") where !one.name.hasPrefix("i_") {
            do {
                _ = try SettingsDocument(bytes: one.bytes, duplicateKeys: .lastCounts)
                if one.name.hasPrefix("n_") { accepted.insert(one.name) }
            } catch {
                #expect(one.name.hasPrefix("n_"), "\(one.name): \(error)")
            }
        }
        guard ConformanceSuite.isThere else { return }
        #expect(accepted == Set(Self.allowedByJSON5.map { "n_\($0).json" }))
    }
}
