import SettingsSyntax

/// A JSON array of records.
struct RecordsModel<Record: Codable & Identifiable & Sendable>: StoreModel where Record.ID == String {
    final class State: Sendable {
        let records: Records<Record>
        /// The text that they were decoded from; nil while there is no file.
        let document: SettingsDocument?

        init(records: Records<Record>, document: SettingsDocument?) {
            self.records = records
            self.document = document
        }

        /// The record at a position, as it was when its text was written. It may have changed since without anybody's
        /// saving it: an object, or something that refers to one, is the same here and in the hands of whoever found it.
        func written(_ index: Int) -> Record {
            let record = records.list[index]
            guard let document, ReferenceSearch.mayHaveObjects(record),
                let value = document.value(at: [.index(index)])
            else { return record }
            do throws(SettingsError) {
                return try SettingsDecoder().decode(Record.self, from: try SettingsEncoder().encode(value))
            } catch {
                // The whole text was decoded before, so this one can be; and else nothing is known but the record.
                return record
            }
        }
    }

    let format: SettingsFormat = .json5
    private let decoder = SettingsDecoder()
    private let encoder = SettingsEncoder()

    func value(of state: State) -> Records<Record> { state.records }

    func state(of document: SettingsDocument?) throws(SettingsError) -> State {
        guard let document else { return State(records: Records(), document: nil) }
        let list = try decoder.decode([Record].self, from: document)
        if let records = Records(list), areAcceptable(list) { return State(records: records, document: document) }
        // A `validate` that says one thing now and another then has nothing to tell.
        throw RecordMistakes(list, in: document).error
            ?? SettingsError(.validation, "the records refused themselves", file: document.file)
    }

    private func areAcceptable(_ list: [Record]) -> Bool {
        guard Record.self is any ValidatableSettings.Type else { return true }
        do throws(SettingsError) {
            for record in list { try record.checkAcceptable(in: []) }
            return true
        } catch {
            return false
        }
    }

    func isSame(_ a: State, _ b: State) -> Bool {
        let (old, new) = (a.records.list, b.records.list)
        guard old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) else { return false }
        return RecordsChange(from: a, to: b, encoder: encoder).isEmpty
    }

    func validate(_ value: Records<Record>) throws(SettingsError) {
        guard Record.self is any ValidatableSettings.Type else { return }
        if let error = RecordMistakes(saving: value).error { throw error }
    }

    func edit(
        _ document: SettingsDocument?, meaning state: State, to value: Records<Record>
    ) throws(SettingsError) -> (document: SettingsDocument, state: State)? {
        var edited: SettingsDocument
        if let document { edited = document } else { edited = try SettingsDocument("[\n]\n", format: format) }
        let isEdited = try edited.edit(records: edits(from: state, to: value))
        // The text may have what was to be edited in, and mean something else all the same.
        let isCompleted = try RecordProof(of: value, after: state, decoder, encoder).complete(&edited)
        guard isEdited || isCompleted else { return nil }
        return (edited, State(records: value.forgettingChanges(), document: edited))
    }

    /// Records are at the positions at which they were decoded; only those that were touched are encoded.
    private func edits(from state: State, to value: Records<Record>) throws(SettingsError) -> [RecordEdit] {
        var edits: [RecordEdit] = []
        // Those that go behind the last, and where they are then.
        var added: [(position: Int, record: SettingsDocument)] = []
        for id in value.touched {
            let record = try encoded(value[id])
            let index = state.records.position(of: id)
            let stays = index != nil && value.hasStayed(id)
            if let index {
                let old = stays ? try encoded(state.written(index)) : nil
                edits.append(RecordEdit(index: index, old: old, new: stays ? record : nil))
            }
            if !stays, let record, let position = value.position(of: id) { added.append((position, record)) }
        }
        added.sort { $0.position < $1.position }
        return edits + added.map { RecordEdit(index: nil, old: nil, new: $0.record) }
    }

    /// Only what was touched is encoded and read again: there is nothing to be put off.
    func sketch(
        _ document: SettingsDocument, meaning state: State, to value: Records<Record>
    ) -> UncheckedEdit<State> { .unknown }

    private func encoded(_ record: Record?) throws(SettingsError) -> SettingsDocument? {
        guard let record else { return nil }
        return try encoder.encode(record)
    }

    func warnings(for document: SettingsDocument, meaning state: State) -> [SettingsError] { [] }
}
