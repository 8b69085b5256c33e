extension SettingsError {
    /// What `validate()` threw, located in the first shown layer that has the key, or near it.
    package init(validation error: any Error, in layers: [SettingsDocument]) {
        switch error {
        case let error as SettingsError where error.location != nil:
            self = error
        case let error as SettingsError:
            self.init(Self.located(error.code, error.message, error.key, in: layers, hint: error.hint))
        case let error as SettingsValidationError:
            let key: SettingsPath?
            do {
                key = try error.key.map { text throws(SettingsError) in try SettingsPath(text) }
            } catch {
                // Not written as a path: then it is one key.
                key = nil
            }
            if key == nil, let name = error.key {
                self.init(Self.located(.validation, "\(name): \(error.message)", nil, in: layers, hint: nil))
            } else {
                self.init(Self.located(.validation, error.message, key, in: layers, hint: nil))
            }
        default:
            self.init(Self.located(.validation, "\(error)", nil, in: layers, hint: nil))
        }
    }

    private init(_ error: SettingsError) { self = error }

    private static func located(
        _ code: Code, _ message: String, _ key: SettingsPath?, in layers: [SettingsDocument], hint: String?
    ) -> SettingsError {
        if let key { return layers.error(code, message, key: key, hint: hint) }
        return SettingsError(code, message, file: layers.first?.file, hint: hint)
    }
}
