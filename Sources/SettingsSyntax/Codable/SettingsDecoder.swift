/// Makes values of `Codable` types from settings documents.
///
/// Several documents are layers: the first that has a key wins. Objects merge by key, at any depth; everything else
/// replaces. A `null` hides what is beneath: it makes an optional nil, and takes an entry out of a dictionary. A mistake
/// is told where a person can look: in the first layer, or in one beneath it that has a `file`. Layers beneath without
/// one are taken for defaults, and what is wrong there is told at the nearest object that is shown.
/// ```swift
/// struct ServerSettings: Codable { var host = "127.0.0.1"; var port = 8080 }
///
/// let defaults = try SettingsEncoder().encode(ServerSettings())
/// let file = try SettingsDocument("{ \"port\": 9090 }", file: "settings.json")
/// let settings = try SettingsDecoder().decode(ServerSettings.self, from: [file, defaults])
/// // host "127.0.0.1", port 9090
/// ```
/// Numbers are exact or an error: nothing is clamped. `1.0` is an integer, `1.5` is none; a `Double` is the nearest to
/// the decimal text. `Date` is read from ISO 8601, `Data` from base64, `Duration` from texts like `1m30s`, `URL` and
/// `UUID` from their texts, `Decimal` from a number of up to 38 digits.
///
/// Where a text is nested deeper than the stack of the calling thread has room for, an `init(from:)` runs on another
/// thread, while the caller waits.
public struct SettingsDecoder: Sendable {
    /// For the types' own use, as `Decoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// How many mistakes of one file are looked for.
    static let mistakesAtMost = 100

    public init() {}

    /// Decodes one document.
    ///
    /// - Throws: The first mistake, with its place, and in `others` all of them. Where the settings are
    ///   `ValidatableSettings` and refuse themselves: `.validation`.
    public func decode<T: Decodable>(_ type: T.Type, from document: SettingsDocument) throws(SettingsError) -> T {
        let value: T
        let validates: Bool
        do {
            // Nothing of the document is copied but its storage: for a small file each step counts.
            let session = DecodingSession(first: document.countedStorage, userInfo: userInfo)
            value = try session.value(type, at: session.root())
            validates = session.bench.plans.validates(type)
        } catch {
            return try decodeCarefully(type, from: [document])
        }
        if validates { try validate(value, [document]) }
        return value
    }

    /// Decodes layers, the first of which wins: a file over the defaults.
    ///
    /// - Throws: The first mistake, with its place, and in `others` all of them. Where the settings are
    ///   `ValidatableSettings` and refuse themselves: `.validation`.
    public func decode<T: Decodable>(_ type: T.Type, from layers: [SettingsDocument]) throws(SettingsError) -> T {
        guard !layers.isEmpty else { throw SettingsError(.missingKey, "there are no layers to decode from") }
        return try decode(type, layers, remembering: nil)
    }

    /// Decodes layers of which the first is nearly the same as another was, and remembers what it needs for the next.
    ///
    /// - Throws: As `decode(_:from:)`.
    package func decode<T: Decodable>(
        _ type: T.Type, from layers: [SettingsDocument], after previous: Remembered?
    ) throws(SettingsError) -> (value: T, remembered: Remembered?) {
        guard let first = layers.first, !first.storage.hasDuplicates, first.storage.byteCount >= Self.leastRemembered
        else { return (try decode(type, from: layers), nil) }
        let memory = ArrayMemory(previous)
        let value = try decode(type, layers, remembering: memory)
        return (value, memory.arrays.isEmpty ? nil : Remembered(first, memory.arrays, after: previous))
    }

    /// Smaller documents are decoded as fast as they are compared.
    private static let leastRemembered = 8192

    private func decode<T: Decodable>(
        _ type: T.Type, _ layers: [SettingsDocument], remembering memory: ArrayMemory?
    ) throws(SettingsError) -> T {
        let value: T
        let validates: Bool
        do {
            let session = DecodingSession(layers: layers, userInfo: userInfo, memory: memory)
            value = try session.value(type, at: session.root())
            validates = session.bench.plans.validates(type)
        } catch {
            return try decodeCarefully(type, from: layers)
        }
        if validates { try validate(value, layers) }
        return value
    }

    /// Decodes again, with all the care that takes, to find what exactly is wrong and what else.
    private func decodeCarefully<T: Decodable>(
        _ type: T.Type, from layers: [SettingsDocument]
    ) throws(SettingsError) -> T {
        let value = try DecodingDiagnosis.decode(type, from: layers, userInfo: userInfo)
        try validate(value, layers)
        return value
    }

    /// All the mistakes of the layers, as `decode` would report them; empty where it succeeds.
    ///
    /// - Returns: Wrong types, missing keys, values that do not fit; or, where there are none of these, what the
    ///   settings' own `validate` says.
    public func problems<T: Decodable>(_ type: T.Type, in layers: [SettingsDocument]) -> [SettingsError] {
        do {
            _ = try decode(type, from: layers)
            return []
        } catch {
            return error.others.isEmpty ? [error] : error.others
        }
    }

    /// The keys of the layers that the type never asked for: probably misspelt.
    ///
    /// Of the first layer, and of those beneath it that have a `file`: what lies there without one is taken for the
    /// program's own defaults. The key of a `VersionedSettings`' version is known, and so are the objects on the way to it.
    ///
    /// - Returns: An `.unknownKey` each, with its place and, where a key of the type is near, 'did you mean'; of the
    ///   first hundred of a layer. Objects whose decoding failed are left out, since what they would have asked for is not
    ///   known.
    public func unknownKeys<T: Decodable>(_ type: T.Type, in layers: [SettingsDocument]) -> [SettingsError] {
        if layers.isEmpty { return [] }
        // Known to the program, if not to the type's members.
        let version = Self.versionKey(of: type)
        return DecodingDiagnosis.unknownKeys(type, in: layers, version: version, userInfo: userInfo)
    }

    /// The same, with the key of the format's version where that is none of the type's members.
    package func keysNotAskedFor<T: Decodable>(_ type: T.Type, in layers: [SettingsDocument]) -> [SettingsError] {
        if layers.isEmpty { return [] }
        return DecodingDiagnosis.unknownKeys(type, in: layers, version: nil, userInfo: userInfo)
    }

    private func validate<T>(_ value: T, _ layers: [SettingsDocument]) throws(SettingsError) {
        guard let settings = value as? any ValidatableSettings else { return }
        do {
            try settings.validate()
        } catch {
            throw SettingsError(validation: error, in: layers)
        }
    }
}
