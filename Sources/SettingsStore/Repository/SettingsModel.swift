package import SettingsSyntax

/// One settings struct over its defaults.
package struct SettingsModel<Settings: Codable & Sendable>: StoreModel {
    /// A value, and what it looks like encoded: two values are the same when their encodings are.
    package struct State: Sendable {
        package var value: Settings
        package var encoded: SettingsDocument
    }

    package let format: SettingsFormat
    let defaults: State
    private let decoder = SettingsDecoder()
    private let encoder = SettingsEncoder()

    init(defaults: Settings, format: SettingsFormat) throws(SettingsError) {
        self.format = format
        self.defaults = State(value: defaults, encoded: try SettingsEncoder().encode(defaults))
    }

    package func value(of state: State) -> Settings { state.value }

    package func state(of document: SettingsDocument?) throws(SettingsError) -> State {
        guard let document else { return defaults }
        let value = try decoder.decode(Settings.self, from: [document, defaults.encoded])
        return State(value: value, encoded: try encoder.encode(value))
    }

    package func isSame(_ a: State, _ b: State) -> Bool {
        SettingsDifference(from: a.encoded, to: b.encoded).isEmpty
    }

    package func validate(_ value: Settings) throws(SettingsError) { try value.checkAcceptable(in: []) }

    package func edit(
        _ document: SettingsDocument?, meaning state: State, to value: Settings
    ) throws(SettingsError) -> (document: SettingsDocument, state: State)? {
        let encoded = try encoder.encode(value)
        let difference = SettingsDifference(from: state.encoded, to: encoded)
        if difference.isEmpty { return nil }
        let text: SettingsDocument
        if let document { text = document } else { text = try emptyDocument() }
        let edit = LayeredEdit(difference, target: encoded, defaults: defaults.encoded)
        // First the smallest edit; where the file's shape does not admit it, larger ones.
        var failure: SettingsError?
        for grain in LayeredEdit.Grain.allCases {
            do throws(SettingsError) {
                let edited = try edit.apply(to: text, grain: grain)
                let meaning = try decoder.decode(Settings.self, from: [edited, defaults.encoded])
                let check = State(value: meaning, encoded: try encoder.encode(meaning))
                if SettingsDifference(from: check.encoded, to: encoded).isEmpty { return (edited, check) }
            } catch {
                failure = error
            }
        }
        throw failure
            ?? SettingsError(
                .internalFault, "the edited text would not mean exactly what was asked for; nothing was written",
                file: document?.file,
                hint: "does the type decode what it encodes? A value must come back from its own encoding unchanged")
    }

    private func emptyDocument() throws(SettingsError) -> SettingsDocument {
        try SettingsDocument("{\n}\n", format: format)
    }

    package func warnings(for document: SettingsDocument, meaning state: State) -> [SettingsError] {
        if KeyCoverage(of: document, by: state.encoded).isComplete { return [] }
        return decoder.unknownKeys(Settings.self, in: [document, defaults.encoded])
    }
}
