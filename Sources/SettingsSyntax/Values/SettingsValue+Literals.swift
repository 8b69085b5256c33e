extension SettingsValue: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .null }
}

extension SettingsValue: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension SettingsValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self = .number(SettingsNumber(value)) }
}

extension SettingsValue: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { self = .number(SettingsNumber(value)) }
}

extension SettingsValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
}

extension SettingsValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: SettingsValue...) { self = .array(elements) }
}

extension SettingsValue: ExpressibleByDictionaryLiteral {
    /// An object; where a key stands twice, the last one counts.
    public init(dictionaryLiteral elements: (String, SettingsValue)...) {
        self = .object(SettingsObject(elements))
    }
}
