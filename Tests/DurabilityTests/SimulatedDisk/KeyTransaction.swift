import Foundation
import SettingsStore

/// Sets one key of a JSON object of integers, as small as a transaction can be.
final class KeyTransaction: StorageTransaction {
    let key: String
    let value: Int
    private(set) var keptAside: [String] = []
    private(set) var isReplaced = false

    init(_ key: String, _ value: Int) {
        self.key = key
        self.value = value
    }

    func draft(from text: StoredText?) throws(TransactionError) -> StoredText? {
        guard var values = (text?.bytes).map(Self.values) ?? [:] else {
            throw .unreadable(SettingsError(.syntax, "not an object of integers"))
        }
        if values[key] == value { return nil }
        values[key] = value
        return StoredText(Array(Self.text(values).utf8))
    }

    func isMeant() -> Bool { true }
    func willReplace() {}
    func didNotReplace() {}
    func didReplace(with text: StoredText) { isReplaced = true }
    func didKeep() {}
    func didUnlock() {}
    func didKeepAside(_ path: String) { keptAside.append(path) }

    static func values(_ bytes: [UInt8]) -> [String: Int]? {
        try? JSONDecoder().decode([String: Int].self, from: Data(bytes))
    }

    static func text(_ values: [String: Int]) -> String {
        "{" + values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }
}
