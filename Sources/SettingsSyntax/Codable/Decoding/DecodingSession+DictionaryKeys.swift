/// What is wrong with a dictionary's keys. Said here, for the standard library's words are meant for who wrote the type.
extension DecodingSession {
    /// - Throws: for a key that is no integer, and for one that is written in another way than the encoder writes it: a
    ///   dictionary takes 5 and 05 for the same, and would lose one.
    func checkIntegerKeys(of place: Place) throws {
        guard kind(place) == .object else { return }
        for name in keys(of: place) {
            let key = Int(name)
            if key.map(String.init) == name { continue }
            throw invalid(
                "expected an integer as the key, found \(Self.quoted(name))", code: .typeMismatch,
                hint: key.map { "write it as \($0)" }, at: member(named: name, of: place) ?? place)
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
