import SettingsSyntax

/// A JSON array of records.
struct RecordsModel<Record: Codable & Identifiable & Sendable>: StoreModel where Record.ID == String {
    struct State: Sendable {
        var records: Records<Record>
        /// The text that they were decoded from; nil while there is no file.
        var document: SettingsDocument?
    }

    let format: SettingsFormat = .json5
    private let decoder = SettingsDecoder()
    private let encoder = SettingsEncoder()

    func value(of state: State) -> Records<Record> { state.records }

    func state(of document: SettingsDocument?) throws(SettingsError) -> State {
        guard let document else { return State(records: Records(), document: nil) }
        let list = try decoder.decode([Record].self, from: document)
        var clash: (first: Int, second: Int)?
        guard let records = Records(list, duplicate: { clash = ($0, $1) }) else {
            let (first, second) = clash ?? (0, 0)
            let place = document.location(of: [.index(second)])
            let earlier = document.location(of: [.index(first)])
            throw SettingsError(
                .invalidValue,
                "two records have the id \"\(list[second].id)\""
                    + (earlier.map { "; the other is at line \($0.line)" } ?? ""),
                file: document.file, key: [.index(second)], location: place, hint: "give one of them another id")
        }
        if Record.self is any ValidatableSettings.Type {
            for record in list { try record.checkAcceptable(in: [document]) }
        }
        return State(records: records, document: document)
    }

    func isSame(_ a: State, _ b: State) -> Bool {
        let (old, new) = (a.records.list, b.records.list)
        guard old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) else { return false }
        return RecordsChange(from: a, to: b, encoder: encoder).isEmpty
    }

    func validate(_ value: Records<Record>) throws(SettingsError) {
        guard Record.self is any ValidatableSettings.Type else { return }
        for id in value.touched { if let record = value[id] { try record.checkAcceptable(in: []) } }
    }

    func edit(
        _ document: SettingsDocument?, meaning state: State, to value: Records<Record>
    ) throws(SettingsError) -> (document: SettingsDocument, state: State)? {
        var edited: SettingsDocument
        if let document { edited = document } else { edited = try SettingsDocument("[\n]\n", format: format) }
        let touched = value.touched
        let old = try documents(state.records, touched)
        let new = try documents(value, touched)
        if old.allHaveOwnID && new.allHaveOwnID {
            // Records are known by their ids, so the touched ones alone say everything.
            let difference = SettingsDifference(from: old.document, to: new.document)
            if difference.isEmpty { return nil }
            try edited.apply(difference)
        } else {
            var isChanged = false
            for id in touched {
                isChanged = try put(value[id], id, state.records, into: &edited) || isChanged
            }
            if !isChanged { return nil }
        }
        return (edited, State(records: value.forgettingChanges(), document: edited))
    }

    func warnings(for document: SettingsDocument) -> [SettingsError] { [] }

    /// The records with these ids as an array, and whether each has its id as its member `id`.
    private func documents(
        _ records: Records<Record>, _ ids: [String]
    ) throws(SettingsError) -> (document: SettingsDocument, allHaveOwnID: Bool) {
        let list = ids.compactMap { records[$0] }
        let document = try encoder.encode(list)
        let allHaveOwnID = list.enumerated().allSatisfy { index, record in
            document.value(at: [.index(index), .key("id")])?.string == record.id
        }
        return (document, allHaveOwnID)
    }

    /// One record whose id is not its member `id`: it is found by its position.
    private func put(
        _ record: Record?, _ id: String, _ records: Records<Record>, into document: inout SettingsDocument
    ) throws(SettingsError) -> Bool {
        // Positions move as records go: look the record up in what the text holds now.
        let now = try decoder.decode([Record].self, from: document)
        let position = now.firstIndex { $0.id == id }
        switch (record, position) {
        case (let record?, let position?):
            let old = try encoder.encode([now[position]])
            let new = try encoder.encode([record])
            if SettingsDifference(from: old, to: new).isEmpty { return false }
            guard let value = new.value(at: [.index(0)]) else { return false }
            try document.set(value, at: [.index(position)])
        case (let record?, nil):
            guard let value = try encoder.encode([record]).value(at: [.index(0)]) else { return false }
            try document.insert(value, at: [.index(now.count)])
        case (nil, let position?): try document.remove(at: [.index(position)])
        case (nil, nil): return false
        }
        return true
    }
}
