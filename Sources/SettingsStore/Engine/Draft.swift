import SettingsSyntax

/// What a commit makes of a text: the text, what it means, and what deserves a word in it.
struct Draft<Model: StoreModel>: Sendable {
    let state: Model.State
    let document: SettingsDocument
    let warnings: [SettingsError]

    init(_ document: SettingsDocument, meaning state: Model.State, _ model: Model) {
        self.document = document
        self.state = state
        warnings = model.warnings(for: document, meaning: state)
    }

    /// - Returns: nil when nothing is to be written.
    static func make(
        _ value: Model.Value, on document: SettingsDocument?, meaning state: Model.State, _ model: Model
    ) throws(SettingsError) -> Draft? {
        guard let edited = try model.edit(document, meaning: state, to: value) else { return nil }
        return Draft(edited.document, meaning: edited.state, model)
    }
}
