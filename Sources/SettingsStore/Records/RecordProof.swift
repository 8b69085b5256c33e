import SettingsSyntax

/// Sees to it that an edited text holds the records that it should, where it should.
///
/// Those that were touched are read again; all others can only have moved. Most come back as they were saved. One that
/// does not has something else in its text that its type prefers, such as an older name of a key: then that goes, and
/// only where this is not enough, everything that the record's own encoding does not have.
struct RecordProof<Record: Codable & Identifiable & Sendable> where Record.ID == String {
    private let value: Records<Record>
    private let state: RecordsModel<Record>.State
    private let decoder: SettingsDecoder
    private let encoder: SettingsEncoder

    /// - Parameters:
    ///   - value: what the text should hold.
    ///   - state: what it held before.
    init(
        of value: Records<Record>, after state: RecordsModel<Record>.State, _ decoder: SettingsDecoder,
        _ encoder: SettingsEncoder
    ) {
        self.value = value
        self.state = state
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Makes the larger edits that are needed.
    ///
    /// - Returns: whether there were any.
    /// - Throws: where a record does not even come back from its own encoding.
    func complete(_ edited: inout SettingsDocument) throws(SettingsError) -> Bool {
        let nodes = edited.storage.children(of: 0)
        guard nodes.count == value.list.count else {
            throw SettingsError(
                .internalFault, "the edited text would not hold the records that were saved; nothing was written",
                file: edited.file,
                hint: "this is a fault of the library, not of the file: please report it")
        }
        var edits: [RecordEdit] = []
        for id in value.touched {
            guard let position = value.position(of: id) else { continue }
            let text = try encoder.encode(edited.storage.value(nodes[position]))
            let aim = try encoder.encode(value.list[position])
            if isMeant(text, aim, id) { continue }
            edits.append(RecordEdit(index: position, old: text, new: try corrected(text, aim, id)))
        }
        if edits.isEmpty { return false }
        let isEdited = try edited.edit(records: edits)
        let corrected = edited.storage.children(of: 0)
        for edit in edits {
            guard let position = edit.index else { continue }
            try prove(try encoder.encode(edited.storage.value(corrected[position])), position, in: edited)
        }
        return isEdited
    }

    /// A record's text such that it means what `aim` does, with as much as can be of what else it has.
    private func corrected(
        _ text: SettingsDocument, _ aim: SettingsDocument, _ id: String
    ) throws(SettingsError) -> SettingsDocument {
        var text = text
        // A text with both forms may not decode at all, and then tells less than the one before.
        let known = try before(id).map { decoder.keysRead(Record.self, in: [$0]) } ?? []
        // A form that is gone may let the type ask for the next older one.
        while true {
            let forms = Set(known + decoder.keysRead(Record.self, in: [text]))
                .filter { text.contains($0) && !aim.contains($0) }
            if forms.isEmpty { return aim }
            // A null seldom says more than that there is nothing.
            let telling = forms.filter { text.value(at: $0) != .null }
            try text.remove(at: Array(telling.isEmpty ? forms : telling))
            if isMeant(text, aim, id) { return text }
            // What only the other form said.
            let whole = try encoder.encode(Self.completing(text.value, from: aim.value))
            if isMeant(whole, aim, id) { return whole }
        }
    }

    /// The text of a record before it was edited.
    private func before(_ id: String) throws(SettingsError) -> SettingsDocument? {
        guard let position = state.records.position(of: id), let document = state.document,
            let value = document.value(at: [.index(position)])
        else { return nil }
        return try encoder.encode(value)
    }

    /// A value with what another has and it lacks.
    private static func completing(_ value: SettingsValue, from other: SettingsValue) -> SettingsValue {
        switch (value, other) {
        case (.object(var object), .object(let others)):
            for member in others {
                object[member.key] = object[member.key].map { completing($0, from: member.value) } ?? member.value
            }
            return .object(object)
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            return .array(zip(elements, others).map { completing($0, from: $1) })
        default:
            return value
        }
    }

    /// Whether a record's text means what is wanted. That it means nothing at all is told by `prove`, if it stays so.
    private func isMeant(_ text: SettingsDocument, _ aim: SettingsDocument, _ id: String) -> Bool {
        do throws(SettingsError) {
            return try means(text, aim, id)
        } catch {
            return false
        }
    }

    private func means(
        _ text: SettingsDocument, _ aim: SettingsDocument, _ id: String
    ) throws(SettingsError) -> Bool {
        let record = try decoder.decode(Record.self, from: text)
        let encoding = try encoder.encode(record)
        return record.id == id && SettingsDifference(from: encoding, to: aim).isEmpty
    }

    private func prove(
        _ text: SettingsDocument, _ position: Int, in edited: SettingsDocument
    ) throws(SettingsError) {
        let record = value.list[position]
        var reason = ""
        do throws(SettingsError) {
            if try means(text, try encoder.encode(record), record.id) { return }
        } catch {
            reason = " (" + (error.key.map { "\($0): " } ?? "") + error.message + ")"
        }
        throw SettingsError(
            .internalFault,
            "the record \(RecordMistakes.quoted(record.id)) would not come back from the file as it was saved\(reason); "
                + "nothing was written",
            file: edited.file,
            hint: "does the type decode what it encodes? A record must come back from its own encoding unchanged")
    }
}
