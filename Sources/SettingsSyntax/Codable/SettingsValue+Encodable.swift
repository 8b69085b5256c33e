extension SettingsValue: Encodable {
    /// Gives itself exactly to a `SettingsEncoder`; to another encoder what that can take (a number as an integer where
    /// it is one, else as a `Double`).
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: PathKey.self)
            for member in object.members { try container.encode(member.value, forKey: PathKey(.key(member.key))) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let number):
            var container = encoder.singleValueContainer()
            if let value = number.int64 {
                try container.encode(value)
            } else if let value = number.uint64 {
                try container.encode(value)
            } else if let value = number.double {
                try container.encode(value)
            } else {
                throw ScalarText.refused(self, "the number \(number.literal), which no Double holds")
            }
        }
    }
}
