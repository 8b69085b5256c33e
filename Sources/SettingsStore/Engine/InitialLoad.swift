import SettingsSyntax

/// The first, synchronous look at a storage.
struct InitialLoad<Model: StoreModel> {
    let state: Model.State
    let document: SettingsDocument?
    let warnings: [SettingsError]
    let condition: Board<Model>.Condition

    /// Begins with a text that cannot be used: `state` stands in for it until it is mended.
    init(_ state: Model.State, rejected error: SettingsError) {
        self.state = state
        document = nil
        warnings = []
        condition = .rejected(error)
    }

    /// Reads and decodes.
    ///
    /// A save that is under way is waited for (`load`).
    /// - Throws: when what is there cannot be read or is not valid. A missing file is no error.
    init(_ model: Model, _ storage: any SettingsStorage) throws(SettingsError) {
        let found = try storage.load { bytes throws(SettingsError) in
            let document = try SettingsDocument(bytes: bytes, format: model.format, file: storage.name)
            return (document: document, state: try model.state(of: document))
        }
        if let found {
            state = found.state
            document = found.document
            warnings = model.warnings(for: found.document, meaning: found.state)
            condition = .good
        } else {
            state = try model.state(of: nil)
            document = nil
            warnings = []
            condition = .missing
        }
    }
}
