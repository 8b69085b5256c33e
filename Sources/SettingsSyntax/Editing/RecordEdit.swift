/// One element of an array that changes, comes or goes, as an edit of the array's text.
package struct RecordEdit: Sendable {
    /// Which element of the array it is; nil for a new one, which goes behind the last.
    package var index: Int?
    /// What the element was, encoded; what the text has besides (unknown keys, comments) stays.
    package var old: SettingsDocument?
    /// What it shall be, encoded; nil to remove it.
    package var new: SettingsDocument?

    package init(index: Int?, old: SettingsDocument?, new: SettingsDocument?) {
        self.index = index
        self.old = old
        self.new = new
    }
}

extension SettingsDocument {
    /// Makes all `edits` in one pass; the root must be an array, and each index be named once.
    ///
    /// - Returns: false when none of them changes anything.
    /// - Throws: as `set(_:at:)`. The document is unchanged then.
    package mutating func edit(records edits: [RecordEdit]) throws(SettingsError) -> Bool {
        guard storage.kind(0) == .array else {
            throw error(.typeMismatch, "expected an array of records, found \(value.typeName)", node: 0)
        }
        var levels = storage.depth
        for edit in edits { levels = max(levels, edit.old?.storage.depth ?? 0, edit.new?.storage.depth ?? 0) }
        return try nested(levels + 1) { document throws(SettingsError) in try document.editNested(edits) }
    }

    private mutating func editNested(_ edits: [RecordEdit]) throws(SettingsError) -> Bool {
        let nodes = storage.children(of: 0)
        var patch = ContainerPatch()
        // In the order of the text.
        let known = edits.filter { $0.index != nil }.sorted { $0.index! < $1.index! }
        for record in known + edits.filter({ $0.index == nil }) {
            switch (record.index, record.new) {
            case (let index?, let new?):
                let old = record.old ?? new
                guard let delta = DeltaWalk(old.storage, new.storage).delta(0, 0),
                    let change = PatchPlanner(from: old.storage, to: new.storage, target: storage)
                        .patch(delta, 0, 0, nodes[index])
                else { continue }
                patch.changed.append((nodes[index], change))
            case (let index?, nil): patch.removed.append(nodes[index])
            case (nil, let new?):
                patch.inserted.append(.init(anchor: storage.next(0), content: .value(new.value)))
            case (nil, nil): break
            }
        }
        if patch.isEmpty { return false }
        try commit(.container(patch), about: .root)
        return true
    }
}
