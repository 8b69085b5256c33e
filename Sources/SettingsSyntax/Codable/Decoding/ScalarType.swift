internal import FoundationEssentials

/// The types that are read straight from a node.
enum ScalarType: UInt8, Sendable {
    case string, bool, int, int8, int16, int32, int64, int128, uint, uint8, uint16, uint32, uint64, uint128
    case double, float
    case date, data, url, uuid, decimal, duration
    case settingsValue

    /// The scalar type that `type` is, or nil. Metatypes are compared, nothing is cast: this is cheap.
    init?(_ type: Any.Type) {
        if type == String.self {
            self = .string
        } else if type == Int.self {
            self = .int
        } else if type == Bool.self {
            self = .bool
        } else if type == Double.self {
            self = .double
        } else if let integer = Self.integer(type) {
            self = integer
        } else if let other = Self.other(type) {
            self = other
        } else {
            return nil
        }
    }

    private static func integer(_ type: Any.Type) -> ScalarType? {
        if type == Int8.self { return .int8 }
        if type == Int16.self { return .int16 }
        if type == Int32.self { return .int32 }
        if type == Int64.self { return .int64 }
        if type == Int128.self { return .int128 }
        if type == UInt.self { return .uint }
        if type == UInt8.self { return .uint8 }
        if type == UInt16.self { return .uint16 }
        if type == UInt32.self { return .uint32 }
        if type == UInt64.self { return .uint64 }
        if type == UInt128.self { return .uint128 }
        return nil
    }

    private static func other(_ type: Any.Type) -> ScalarType? {
        if type == Float.self { return .float }
        if type == Date.self { return .date }
        if type == Data.self { return .data }
        if type == URL.self { return .url }
        if type == UUID.self { return .uuid }
        if type == Decimal.self { return .decimal }
        if type == Duration.self { return .duration }
        if type == SettingsValue.self { return .settingsValue }
        return nil
    }
}
