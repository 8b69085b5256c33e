package import SettingsSyntax

/// Why a write would be refused for what a file is or whose it is.
package struct WriteRefusal {
    package enum Cause {
        /// Whose the file is, and who may write it.
        case owner
        /// An attribute closes it to everybody.
        case attributes
        /// It is a mount of its own, and read-only.
        case readOnly
        /// It cannot be replaced, but written in place.
        case irreplaceable
    }

    package let cause: Cause
    package let error: SettingsError
}
