/// One value that is to be set.
struct SettingsEdit: Sendable {
    let key: KeyArgument
    let value: ValueText
}
