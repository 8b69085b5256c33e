extension SettingsError: CustomStringConvertible {
    public var description: String { message }
}
