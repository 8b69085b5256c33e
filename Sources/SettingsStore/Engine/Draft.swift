import SettingsSyntax

/// What a commit is to make of a text: the text, what it means, and what deserves a word in it.
struct Draft<Model: StoreModel>: Sendable {
    let state: Model.State
    let document: SettingsDocument
    let warnings: [SettingsError]

    /// Applies `updates`, one after the other, to `state`, which is what `document` means, and edits the document.
    ///
    /// - Returns: nil when nothing is to be written.
    /// - Throws: when the document cannot be edited to mean what a lone update asks for; one of several that asks for
    ///   what cannot be written fails alone. What a closure throws is its caller's.
    static func make(
        _ updates: [any PendingUpdate<Model.Value>], on document: SettingsDocument?, meaning state: Model.State,
        _ model: Model
    ) throws(SettingsError) -> Draft? {
        var value = model.value(of: state)
        for update in updates { update.apply(to: &value) { try model.validate($0) } }
        do throws(SettingsError) {
            return try make(value, on: document, meaning: state, model)
        } catch {
            if updates.count == 1 { throw error }
            value = model.value(of: state)
            for update in updates {
                update.apply(to: &value) { value in
                    try model.validate(value)
                    _ = try model.edit(document, meaning: state, to: value)
                }
            }
            return try make(value, on: document, meaning: state, model)
        }
    }

    private static func make(
        _ value: Model.Value, on document: SettingsDocument?, meaning state: Model.State, _ model: Model
    ) throws(SettingsError) -> Draft? {
        guard let edited = try model.edit(document, meaning: state, to: value) else { return nil }
        return Draft(
            state: edited.state, document: edited.document,
            warnings: model.warnings(for: edited.document, meaning: edited.state))
    }
}
