package import SettingsSyntax

/// What the text of a storage means: the one thing in which a settings struct and a collection of records differ.
///
/// Pure: a model reads no file and keeps no state.
package protocol StoreModel: Sendable {
    /// What users see.
    associatedtype Value: Sendable
    /// What a revision holds: the value, and what the model needs to compare and to edit.
    ///
    /// An object: the engine, which is compiled once for all models, then hands on a reference, and need not look up at
    /// run time how a value of the user's type is copied, at every step of a reload that finds its code out of the caches.
    associatedtype State: AnyObject & Sendable

    var format: SettingsFormat { get }

    func value(of state: State) -> Value

    /// What `document` means; nil when there is no file.
    /// - Throws: when it does not decode or is not acceptable; the error has its place in the document.
    func state(of document: SettingsDocument?) throws(SettingsError) -> State

    /// Whether users could see no difference.
    func isSame(_ a: State, _ b: State) -> Bool

    /// Whether a change to `value` is acceptable, beyond its type.
    func validate(_ value: Value) throws(SettingsError)

    /// Edits `document`, which means `state`, so that it means `value`; nil when it does already.
    func edit(
        _ document: SettingsDocument?, meaning state: State, to value: Value
    ) throws(SettingsError) -> (document: SettingsDocument, state: State)?

    /// The same, but for the check that the edited text means `value`; for large texts.
    func sketch(_ document: SettingsDocument, meaning state: State, to value: Value) -> UncheckedEdit<State>

    /// What in a good document deserves a word all the same (unknown keys).
    func warnings(for document: SettingsDocument, meaning state: State) -> [SettingsError]
}
