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
                return literal.map { [$0, .string(text)] } ?? [.string(text)]
            }
            return [try expected()]
        }
    }

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
                guard let value = json, value.array != nil else { throw refusal("an array as JSON") }
                return value
            }
        case .object:
            return { () throws(Refusal) in
                guard let value = json, value.object != nil else { throw refusal("an object as JSON") }
                return value
            }
        }
    }

    private func refusal(_ expected: String) -> Refusal {
        Refusal(
            message: "expected \(expected), found \(shown)",
            hint: "the key keeps its type; '--json' and '--string' give it another one")
    }

    /// The JSON that the text is, spaces around it excluded.
    private var literal: SettingsValue? {
        guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else { return nil }
        return value(.json)
    }

    private var json: SettingsValue? { value(.json5) }

    private func value(_ format: SettingsFormat) -> SettingsValue? {
        do throws(SettingsError) { return try SettingsDocument(text, format: format).value } catch { return nil }
    }

    private var shown: String {
        let start = String(text.prefix(60))
        return JSONText.quoted(start) + (start.utf8.count < text.utf8.count ? "…" : "")
    }
}
