/// A value of a settings file, of any type.
///
/// Numbers keep the text they are written with, and objects the order of their members; equality looks at neither.
/// ```swift
/// let value: SettingsValue = ["port": 8080, "tags": ["a", "b"], "proxy": nil]
/// value["port"]?.int64     // 8080
/// ```
public enum SettingsValue: Sendable {
    case null
    case bool(Bool)
    case number(SettingsNumber)
    case string(String)
    case array([SettingsValue])
    case object(SettingsObject)
}

extension SettingsValue {
    /// The type in words, with its article, as errors name it: `a string`, `an object`.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The string, or nil if it is another type.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The boolean, or nil if it is another type.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, or nil if it is another type.
    public var number: SettingsNumber? { if case .number(let value) = self { value } else { nil } }
    /// The number as an integer, or nil if it is another type or not exactly one.
    public var int64: Int64? { number?.int64 }
    /// The number, correctly rounded, or nil if it is another type or too large.
    public var double: Double? { number?.double }
    /// The elements, or nil if it is another type.
    public var array: [SettingsValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members, or nil if it is another type.
    public var object: SettingsObject? { if case .object(let value) = self { value } else { nil } }
    /// Whether it is neither an array nor an object.
    var isScalar: Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array, .object: false
        }
    }

    /// Whether it is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The member of an object, or nil where there is none.
    public subscript(key: String) -> SettingsValue? { object?[key] }

    /// The element of an array, or nil where there is none.
    public subscript(index: Int) -> SettingsValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The value at a path, or nil where there is none.
    public func value(at path: SettingsPath) -> SettingsValue? {
        var value = self
        for component in path.components {
            let child: SettingsValue? =
                switch (component, value) {
                case (.key(let key), .object(let object)): object[key]
                case (.key(let key), .array): SettingsPath.position(key).flatMap { value[$0] }
                case (.index(let index), .array): value[index]
                default: nil
                }
            guard let child else { return nil }
            value = child
        }
        return value
    }
}
