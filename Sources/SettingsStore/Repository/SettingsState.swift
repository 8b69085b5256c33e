import SettingsSyntax

/// A value, and what it looks like encoded: two values are the same when their encodings are.
///
/// The encoding is made when it is first asked for: a reload that changes something is published without it.
package final class SettingsState<Settings: Codable & Sendable>: Sendable {
    package let value: Settings
    /// What decoding the value left for decoding the next.
    let decoded: Remembered?
    private let notes: Locked<Notes>

    /// What was found out about the value.
    private struct Notes {
        var encoding: Result<Remembered, SettingsError>?
        /// A text none of whose keys is unknown.
        var familiar: SettingsDocument?
    }

    init(_ value: Settings, decoded: Remembered? = nil) {
        self.value = value
        self.decoded = decoded
        notes = Locked(Notes())
    }

    /// - Throws: what the value's `encode(to:)` throws.
    package func encoded() throws(SettingsError) -> SettingsDocument { try encoding().document }

    /// The same, with what it leaves for encoding the next.
    ///
    /// - Parameter previous: the encoding of a value that is nearly the same.
    func encoding(after previous: Remembered? = nil) throws(SettingsError) -> Remembered {
        if let known = notes.withLock({ $0.encoding }) { return try known.get() }
        let result: Result<Remembered, SettingsError>
        do throws(SettingsError) {
            result = .success(try Self.encoder.encode(value, after: previous))
        } catch {
            result = .failure(error)
        }
        notes.withLock { $0.encoding = result }
        return try result.get()
    }

    /// Whether it was found that the value has every key of this very text.
    func knowsAllKeys(of document: SettingsDocument) -> Bool {
        notes.withLock { $0.familiar?.storage === document.storage }
    }

    func noteAllKeysKnown(of document: SettingsDocument) { notes.withLock { $0.familiar = document } }

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
