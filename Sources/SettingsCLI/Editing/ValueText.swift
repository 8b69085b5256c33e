import SettingsSyntax

/// The text of a value on the command line.
struct ValueText: Sendable {
    let text: String
    let form: Invocation.ValueForm

    /// What it can mean for a key that has the value `present` now (nil: none); the first that the settings take counts.
    func meanings(present: SettingsValue?) throws(Refusal) -> [SettingsValue] {
        switch form {
        case .string: return [.string(text)]
        case .json:
            do throws(SettingsError) {
                return [try SettingsDocument(text).value]
            } catch {
                throw Refusal(message: "expected JSON, found \(shown): \(error.message)", hint: error.hint)
            }
        case .byType:
            guard let present, let expected = expectation(present) else {
                return try literal().map { [$0, .string(text)] } ?? [.string(text)]
            }
            return [try expected()]
        }
    }

    /// Whether it is the word for what only `--json` sets on a key that has a type.
    var isNullByType: Bool { form == .byType && text == "null" }

    struct Refusal: Error {
        let message: String
        let hint: String?
    }

    private func expectation(_ present: SettingsValue) -> (() throws(Refusal) -> SettingsValue)? {
        switch present {
        case .null: return nil
        case .string: return { () throws(Refusal) in .string(text) }
        case .bool:
            return { () throws(Refusal) in
                guard text == "true" || text == "false" else { throw refusal("true or false") }
                return .bool(text == "true")
            }
        case .number:
            return { () throws(Refusal) in
                guard let number = SettingsNumber(literal: text) else { throw refusal("a number") }
                return .number(number)
            }
        case .array:
            return { () throws(Refusal) in
                guard let value = try value(.json5), value.array != nil else { throw refusal("an array as JSON") }
                return value
            }
        case .object:
            return { () throws(Refusal) in
                guard let value = try value(.json5), value.object != nil else { throw refusal("an object as JSON") }
                return value
            }
        }
    }

    private func refusal(_ expected: String) -> Refusal {
        Refusal(
            message: "expected \(expected), found \(shown)",
            hint: "the key keeps its type; '--json' and '--string' give it another one")
    }

    /// The JSON that the text is, spaces around it excluded, or nil.
    private func literal() throws(Refusal) -> SettingsValue? {
        guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else { return nil }
        return try value(.json)
    }

    /// The value that the text is, or nil where it is none.
    /// - Throws: where it is one that cannot be kept (nested too deep, a key that stands twice).
    private func value(_ format: SettingsFormat) throws(Refusal) -> SettingsValue? {
        do throws(SettingsError) {
            return try SettingsDocument(text, format: format).value
        } catch {
            if error.code == .syntax || error.code == .notText { return nil }
            throw Refusal(
                message: "\(shown) cannot be kept as JSON: \(error.message)", hint: "'--string' keeps the text as it is"
            )
        }
    }

    private var shown: String {
        let start = String(text.prefix(60))
        return JSONText.quoted(start) + (start.utf8.count < text.utf8.count ? "…" : "")
    }
}
