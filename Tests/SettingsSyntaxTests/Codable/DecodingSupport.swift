import SettingsSyntax
import Testing

/// A document of a test, under the name `settings.json`.
func document(_ text: String) throws -> SettingsDocument {
    try SettingsDocument(text, file: "settings.json")
}

/// What decoding a text gives.
func decoded<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try SettingsDecoder().decode(type, from: document(text))
}

/// What decoding layers gives, the first of which wins.
func decoded<T: Decodable>(_ type: T.Type, layers texts: String...) throws -> T {
    try SettingsDecoder().decode(type, from: texts.map { try document($0) })
}

/// The error of decoding a text.
func decodingError<T: Decodable>(
    _ type: T.Type, _ texts: String..., at place: SourceLocation_ = #_sourceLocation
) throws -> SettingsError {
    let documents = try texts.map { try document($0) }
    let error = #expect(throws: SettingsError.self, sourceLocation: place) {
        _ = try SettingsDecoder().decode(type, from: documents)
    }
    return try #require(error, sourceLocation: place)
}

typealias SourceLocation_ = Testing.SourceLocation

/// One member of any type.
struct Box<Value: Codable>: Codable {
    var v: Value
}

extension Box: Equatable where Value: Equatable {}
extension Box: Sendable where Value: Sendable {}
