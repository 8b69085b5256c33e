import SettingsSyntax

/// Which records differ between two revisions of a collection.
///
/// A slow subscriber gets several revisions as one change: a record that came and went in between is in none of the
/// lists.
public struct RecordsChange: Sendable, Hashable {
    /// Ids that are new, in the order of the records.
    public let inserted: [String]
    /// Ids whose record differs, in the order of the records.
    public let updated: [String]
    /// Ids that are gone.
    public let removed: [String]
    /// Where the newest revision came from.
    public let origin: ChangeOrigin
    /// The number of the revision that this leads to; the first is 1.
    public let revision: Int

    /// Whether no record differs (their order may).
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty }

    init<Record>(
        from old: RecordsModel<Record>.State, to new: RecordsModel<Record>.State, encoder: SettingsEncoder,
        origin: ChangeOrigin = .file, revision: Int = 0
    ) {
        let comparison = RecordComparison(old, new, encoder)
        var inserted: [String] = []
        var updated: [String] = []
        for (position, record) in new.records.list.enumerated() {
            if let before = old.records.position(of: record.id) {
                if comparison.differs(before, position) { updated.append(record.id) }
            } else {
                inserted.append(record.id)
            }
        }
        self.inserted = inserted
        self.updated = updated
        removed = old.records.list.map(\.id).filter { new.records.position(of: $0) == nil }
        self.origin = origin
        self.revision = revision
    }
}
