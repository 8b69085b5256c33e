/// Makes settings documents from values of `Codable` types: compact JSON, members in the order of the declaration.
///
/// What `SettingsDecoder` reads from the document equals what was encoded. Dictionaries are written in the order of
/// their keys and sets in the order of their elements, so that equal values give equal text. `nil` in an optional
/// property is left out; `Date` is ISO 8601 in UTC, `Data` base64, `Duration` text like `1m30s`, `URL` and `UUID` their
/// texts, `Decimal` a number. A `Double` is the shortest text that reads back as the same, with a point or an exponent
/// (`1.0`, `1e+20`), so that a person sees that it need not be whole.
///
/// A type that asks for a container of one key again, or for a super encoder, goes on with what it wrote there, and a key
/// that is given a value again has the last. What would be lost by that (an object's members, to an array) is an error.
/// ```swift
/// let document = try SettingsEncoder().encode(ServerSettings())
/// print(document.text)    // {"host":"127.0.0.1","port":8080}
/// ```
public struct SettingsEncoder: Sendable {
    /// For the types' own use, as `Encoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// What may be written. Only JSON5 has `Infinity` and `NaN`; in JSON they are an error.
    public var format: SettingsFormat = .json

    public init() {}

    /// Encodes a value.
    ///
    /// - Throws: `.notEncodable`, with the key, for what the format cannot say.
    public func encode<T: Encodable>(_ value: T) throws(SettingsError) -> SettingsDocument {
        let stream = EncodingStream(format: format, userInfo: userInfo)
        do {
            try stream.root(value)
            if stream.isComplete {
                // Twice the same key is not told before: the tree lets the later one count.
                return try stream.document()
            }
        } catch {
            // What is wrong, and where, the tree tells.
        }
        return try EncodingTree.encode(value, format: format, userInfo: userInfo)
    }

    /// Encodes a value that is nearly the same as another was, and remembers what it needs for the next.
    ///
    /// - Throws: As `encode(_:)`.
    package func encode<T: Encodable>(_ value: T, after previous: Remembered?) throws(SettingsError) -> Remembered {
        let memory = ArrayMemory(previous)
        let stream = EncodingStream(format: format, userInfo: userInfo, memory: memory)
        do {
            try stream.root(value)
            if stream.isComplete {
                // Where the text is read again, its nodes are others.
                let isIndexed = unsafe !stream.state.pointee.needsParsing
                return Remembered(try stream.document(), isIndexed ? memory.arrays : [], after: previous)
            }
        } catch {
            // As above.
        }
        return Remembered(try EncodingTree.encode(value, format: format, userInfo: userInfo), [], after: nil)
    }
}
