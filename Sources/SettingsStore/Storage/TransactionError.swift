public import SettingsSyntax

/// Why a transaction's draft could not be made.
public enum TransactionError: Error {
    /// What is there cannot be understood. It is looked at again for a moment, as a save may be under way.
    case unreadable(SettingsError)
    /// The change is not to be made.
    case refused(SettingsError)
}
