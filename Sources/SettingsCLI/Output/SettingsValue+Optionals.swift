import SettingsSyntax

extension SettingsValue {
    /// The string, or null for nil.
    init(_ string: String?) { self = string.map(SettingsValue.string) ?? .null }
    /// The number, or null for nil.
    init(_ number: Int?) { self = number.map { .number(SettingsNumber($0)) } ?? .null }
}
