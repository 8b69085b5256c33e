/// What is wrong with a dictionary's keys. Said here, for the standard library's words are meant for who wrote the type.
extension DecodingSession {
    /// - Throws: for a key that is no integer, and for two that are the same one: one of them would be lost.
    func checkIntegerKeys(of place: Place) throws {
        guard kind(place) == .object else { return }
        var names: [Int: String] = [:]
        for name in keys(of: place) {
            let member = member(named: name, of: place) ?? place
            guard let key = Int(name) else {
                throw invalid(
                    "expected an integer as the key, found \(Self.quoted(name))", code: .typeMismatch, at: member)
            }
            if let other = names.updateValue(name, forKey: key) {
                throw invalid(
                    "the keys \(Self.quoted(other)) and \(Self.quoted(name)) are the same number", code: .duplicateKey,
                    at: member)
            }
        }
    }

    /// The error for the first key that is not one of an enum's; nil where all are.
    func wrongKey<Key: RawRepresentable & CodingKeyRepresentable>(_ type: Key.Type, of place: Place) -> (any Error)? {
        guard Key.RawValue.self == String.self, kind(place) == .object else { return nil }
        for name in keys(of: place) {
            guard let key = PathKey(stringValue: name), Key(codingKey: key) == nil,
                let member = member(named: name, of: place)
            else { continue }
            let (message, hint) = wrongRawValue(type, "the key \(Self.quoted(name))", text: name)
            return invalid(message, hint: hint, at: member)
        }
        return nil
    }
}
