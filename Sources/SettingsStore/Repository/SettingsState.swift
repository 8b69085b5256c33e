import SettingsSyntax
internal import Synchronization

/// A value, and what it looks like encoded: two values are the same when their encodings are.
///
/// The encoding is made when it is first asked for: a reload that changes something is published without it.
package final class SettingsState<Settings: Codable & Sendable>: Sendable {
    package let value: Settings
    /// What decoding the value left for decoding the next.
    let decoded: Remembered?
    /// The text that the value was decoded from; nil where it was not.
    let document: SettingsDocument?
    /// Found out once, by whoever is first to ask; no lock, for a repository has two of these states and a mutex in each
    /// would be most of them.
    private let known = AtomicLazyReference<Encoding>()
    /// The text that the value was decoded from, once it was asked for its unknown keys.
    private let familiar = AtomicLazyReference<FamiliarText>()

    private final class Encoding: Sendable {
        let result: Result<Remembered, SettingsError>

        init(_ result: Result<Remembered, SettingsError>) { self.result = result }
    }

    private final class FamiliarText: Sendable {
        let storage: DocumentStorage
        let unknownKeys: [SettingsError]

        init(_ document: SettingsDocument, _ unknownKeys: [SettingsError]) {
            storage = document.storage
            self.unknownKeys = unknownKeys
        }
    }

    init(_ value: Settings, decoded: Remembered? = nil, from document: SettingsDocument? = nil) {
        self.value = value
        self.document = document
        self.decoded = decoded
    }

    /// - Throws: what the value's `encode(to:)` throws.
    package func encoded() throws(SettingsError) -> SettingsDocument { try encoding().document }

    /// The same, with what it leaves for encoding the next.
    ///
    /// - Parameter previous: the encoding of a value that is nearly the same.
    func encoding(after previous: Remembered? = nil) throws(SettingsError) -> Remembered {
        if let known = known.load() { return try known.result.get() }
        let result: Result<Remembered, SettingsError>
        do throws(SettingsError) {
            result = .success(try Self.encoder.encode(value, after: previous))
        } catch {
            result = .failure(error)
        }
        return try known.storeIfNil(Encoding(result)).result.get()
    }

    /// The same for a look that is not followed by another: an encoding that is kept is as large as the file.
    func encodedInPassing() throws(SettingsError) -> SettingsDocument {
        if let known = known.load() { return try known.result.get().document }
        return try Self.encoder.encode(value)
    }

    /// What was noted of this very text.
    func unknownKeys(of document: SettingsDocument) -> [SettingsError]? {
        guard let text = familiar.load(), text.storage === document.storage else { return nil }
        return text.unknownKeys
    }

    /// - Parameter document: what the value was decoded from.
    func note(unknownKeys: [SettingsError], of document: SettingsDocument) {
        _ = familiar.storeIfNil(FamiliarText(document, unknownKeys))
    }

    /// What differs between two values, or nil where one cannot be encoded.
    package func difference(to other: SettingsState) -> SettingsDifference? {
        do throws(SettingsError) {
            return SettingsDifference(from: try encoded(), to: try other.encoded())
        } catch {
            return nil
        }
    }

    /// JSON5, for it knows Infinity and NaN, which a `Double` may be.
    static var encoder: SettingsEncoder {
        var encoder = SettingsEncoder()
        encoder.format = .json5
        return encoder
    }
}
