extension SettingsValue: Decodable {
    /// Takes the subtree exactly as it is: `SettingsDecoder` hands it over whole, with the text of its numbers. From
    /// another decoder it takes what that can tell.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? PlaceDecoder {
            self = decoder.session.settingsValue(at: decoder.place)
            return
        }
        if let object = try? decoder.container(keyedBy: PathKey.self) {
            var members = SettingsObject()
            for key in object.allKeys { members[key.stringValue] = try object.decode(SettingsValue.self, forKey: key) }
            self = .object(members)
            return
        }
        if var array = try? decoder.unkeyedContainer() {
            var elements: [SettingsValue] = []
            while !array.isAtEnd { elements.append(try array.decode(SettingsValue.self)) }
            self = .array(elements)
            return
        }
        let scalar = try decoder.singleValueContainer()
        // One form after another, as a foreign decoder does not say which it has.
        if scalar.decodeNil() {
            self = .null
        } else if let value = try? scalar.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? scalar.decode(Int64.self) {
            self = .number(SettingsNumber(value))
        } else if let value = try? scalar.decode(UInt64.self) {
            self = .number(SettingsNumber(value))
        } else if let value = try? scalar.decode(Double.self) {
            self = .number(SettingsNumber(value))
        } else {
            self = .string(try scalar.decode(String.self))
        }
    }
}
