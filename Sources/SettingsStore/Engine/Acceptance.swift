import SettingsSyntax

extension Decodable {
    /// Asks a value that can say so whether it is acceptable.
    ///
    /// - Throws: `.validation`, with its place in the first of `layers` that has the key.
    func checkAcceptable(in layers: [SettingsDocument]) throws(SettingsError) {
        guard let value = self as? any ValidatableSettings else { return }
        do {
            try value.validate()
        } catch {
            throw SettingsError(validation: error, in: layers)
        }
    }
}
