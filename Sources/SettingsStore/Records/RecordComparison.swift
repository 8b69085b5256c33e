import SettingsSyntax

/// Compares single records of two revisions: by their text first, which is nearly always enough, then by what they
/// mean.
struct RecordComparison<Record: Codable & Identifiable & Sendable> where Record.ID == String {
    private let old: RecordsModel<Record>.State
    private let new: RecordsModel<Record>.State
    private let encoder: SettingsEncoder
    private let oldNodes: [Int]
    private let newNodes: [Int]

    init(_ old: RecordsModel<Record>.State, _ new: RecordsModel<Record>.State, _ encoder: SettingsEncoder) {
        self.old = old
        self.new = new
        self.encoder = encoder
        oldNodes = Self.elements(old.document)
        newNodes = Self.elements(new.document)
    }

    /// Whether the records at these positions are not the same to their users.
    func differs(_ before: Int, _ after: Int) -> Bool {
        if let oldText = old.document, let newText = new.document, oldNodes.indices.contains(before),
            newNodes.indices.contains(after),
            oldText.hasSameText(oldNodes[before], as: newNodes[after], in: newText)
        {
            return false
        }
        do throws(SettingsError) {
            return !SettingsDifference(
                from: try encoder.encode([old.written(before)]), to: try encoder.encode([new.written(after)])
            ).isEmpty
        } catch {
            // What cannot be encoded cannot be compared: tell of it rather than not.
            return true
        }
    }

    private static func elements(_ document: SettingsDocument?) -> [Int] {
        guard let storage = document?.storage, storage.kind(0) == .array else { return [] }
        var nodes: [Int] = []
        var node = storage.firstChild(of: 0)
        let end = storage.next(0)
        while node < end {
            nodes.append(node)
            node = storage.next(node)
        }
        return nodes
    }
}

extension SettingsDocument {
    /// Whether two values are written with the same bytes.
    func hasSameText(_ node: Int, as other: Int, in document: SettingsDocument) -> Bool {
        let (own, its) = (storage.range(node), document.storage.range(other))
        guard own.count == its.count else { return false }
        return withBytes { ownBytes in
            document.withBytes { itsBytes in
                for offset in 0..<own.count
                where ownBytes[own.lowerBound + offset] != itsBytes[its.lowerBound + offset] { return false }
                return true
            }
        }
    }
}
