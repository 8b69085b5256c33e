/// What `validate()` has against settings: a message, and the key that is concerned.
public struct SettingsValidationError: Error, Sendable, Hashable {
    /// What is wrong, as half a sentence: `must be between 1 and 65535`.
    public var message: String
    /// The key path, as it is written in the settings file (`server.port`, `servers[0].host`), or nil.
    public var key: String?

    /// - Parameters:
    ///   - message: What is wrong.
    ///   - key: The key path that is concerned. It need not be in the file: then the message names it without a place.
    public init(_ message: String, at key: String? = nil) {
        self.message = message
        self.key = key
    }
}

extension SettingsValidationError: CustomStringConvertible {
    public var description: String { key.map { "\($0): \(message)" } ?? message }
}
