/// Finds which texts a closed set accepts, where the set cannot be listed: an enum's raw values, a `CodingKey`'s keys.
enum KeyProbe {
    /// No sane key. A type that takes it takes every key.
    static let improbable = "\u{1F}\u{7F} no key \u{1F}"

    /// A text that is accepted and one slip of the pen away from `text`: another case, a letter too few, too many,
    /// another, two exchanged.
    static func nearest<Accepted>(to text: String, accepting accept: (String) -> Accepted?) -> String? {
        candidates(text).first { accept($0) != nil }
    }

    private static func candidates(_ text: String) -> [String] {
        let units = Array(text)
        guard units.count <= 40 else { return [] }
        let lower = text.lowercased()
        var result = [lower, text.uppercased()]
        if let first = lower.first { result.append(first.uppercased() + lower.dropFirst()) }
        if let first = text.first { result.append(first.lowercased() + text.dropFirst()) }
        for index in units.indices {
            var shorter = units
            shorter.remove(at: index)
            result.append(String(shorter))
            if index + 1 < units.count {
                var exchanged = units
                exchanged.swapAt(index, index + 1)
                result.append(String(exchanged))
            }
        }
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
        for index in 0...units.count {
            for letter in letters {
                var longer = units
                longer.insert(letter, at: index)
                result.append(String(longer))
                guard index < units.count else { continue }
                longer.remove(at: index + 1)
                result.append(String(longer))
            }
        }
        return result
    }
}
