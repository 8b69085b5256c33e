/// Settings that can say whether they make sense together.
///
/// `validate` runs after decoding, and before a change is written. Where it throws, the edit is rejected like one that
/// does not parse: the last good settings stay. It is called for the outermost type, which asks its parts.
/// ```swift
/// struct ServerSettings: Codable, Sendable, ValidatableSettings {
///     struct Limits: Codable, Sendable {
///         var minimum = 1
///         var maximum = 100
///     }
///     var port = 8080
///     var limits = Limits()
///
///     func validate() throws {
///         if !(1...65535).contains(port) {
///             throw SettingsValidationError("must be between 1 and 65535", at: "port")
///         }
///         if limits.minimum > limits.maximum {
///             throw SettingsValidationError("the minimum is above the maximum", at: "limits.minimum")
///         }
///     }
/// }
/// ```
///
/// A repository decodes and validates on the one thread that watches all the files of the process: while `validate`, or an
/// `init(from:)` of your own, takes its time, no other repository hears of its file. Compare and count in them; what waits
/// (for a name to be looked up, another file, a server, a lock) belongs where the values are used, which can go on with the
/// former value if it fails.
public protocol ValidatableSettings {
    /// Throws where the settings are not acceptable.
    ///
    /// - Throws: A `SettingsValidationError` (it can name the key, which the error then shows in the file), a
    ///   `SettingsError`, or any error.
    func validate() throws
}

extension Optional: ValidatableSettings where Wrapped: ValidatableSettings {
    /// What there is validates itself; nothing is acceptable.
    public func validate() throws { try self?.validate() }
}
