import SettingsSyntax

/// A value, and what it looks like encoded: two values are the same when their encodings are.
///
/// The encoding is made when it is first asked for: a reload that changes something is published without it.
package struct SettingsState<Settings: Codable & Sendable>: Sendable {
    package let value: Settings
    private let encoding: Locked<Result<SettingsDocument, SettingsError>?>

    init(_ value: Settings, encoded: SettingsDocument? = nil) {
        self.value = value
        encoding = Locked(encoded.map { .success($0) })
    }

    /// - Throws: what the value's `encode(to:)` throws.
    package func encoded() throws(SettingsError) -> SettingsDocument {
        if let known = encoding.withLock({ $0 }) { return try known.get() }
        let result: Result<SettingsDocument, SettingsError>
        do throws(SettingsError) {
            result = .success(try Self.encoder.encode(value))
        } catch {
            result = .failure(error)
        }
        encoding.withLock { $0 = result }
        return try result.get()
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
