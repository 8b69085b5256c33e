import SettingsSyntax

/// An edit whose text has yet to be read again, to see that it means what was asked for.
package enum UncheckedEdit<State: Sendable>: Sendable {
    /// The text means it already: nothing is to be edited.
    case none
    /// The text, and how to find out what it means; nil is for one that does not mean what was asked for.
    case text(SettingsDocument, meaning: @Sendable () throws(SettingsError) -> State?)
    /// It takes more than one try: `StoreModel.edit` is to be asked.
    case unknown
}
