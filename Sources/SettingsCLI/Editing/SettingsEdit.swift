import SettingsSyntax

/// One change that was asked for.
enum SettingsEdit: Sendable {
    case set(KeyArgument, text: String, form: Invocation.ValueForm)
    case unset(KeyArgument)
}
