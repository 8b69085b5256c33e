public import FoundationEssentials

/// So that `localizedDescription`, which much code prints, says what is wrong.
extension SettingsError: LocalizedError {
    /// The same as `description`.
    public var errorDescription: String? { description }
    /// What to do about it, where that is known.
    public var recoverySuggestion: String? { hint }
}
