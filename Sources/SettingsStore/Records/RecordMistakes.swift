import SettingsSyntax

/// What is wrong with records that decode: an id that is another's too, or what their own `validate` says.
struct RecordMistakes {
    /// How many are looked for.
    private static let atMost = 100

    private var list: [SettingsError] = []

    private var isFull: Bool { list.count >= Self.atMost }

    /// The mistakes of all the records of a text, in the order of the text.
    init<Record: Decodable & Identifiable>(_ records: [Record], in document: SettingsDocument)
    where Record.ID == String {
        let nodes = document.storage.children(of: 0)
        var firsts: [String: Int] = [:]
        for (index, record) in records.enumerated() where !isFull {
            if let first = firsts[record.id] {
                list.append(Self.clash(record.id, nodes[index], nodes[first], in: document))
            } else {
                firsts[record.id] = index
            }
            if !isFull, let refusal = Self.refusal(of: record) {
                list.append(Self.locate(refusal, index, nodes[index], in: document))
            }
        }
    }

    /// The mistakes of the records that are about to be saved.
    init<Record: Decodable & Identifiable & Sendable>(saving records: Records<Record>) where Record.ID == String {
        for id in records.touched where !isFull {
            guard let record = records[id], let position = records.position(of: id),
                var refusal = Self.refusal(of: record)
            else { continue }
            // The text does not hold it yet: by its position alone nobody could tell which one is meant.
            if refusal.location == nil {
                refusal.key = Self.path(position, refusal.key)
                refusal.message += " (in the record \(Self.quoted(id)))"
            }
            list.append(refusal)
        }
    }

    /// The first mistake, with all of them in `others` where there are several; nil where there is none.
    var error: SettingsError? {
        guard var first = list.first else { return nil }
        if list.count > 1 { first.others = list }
        return first
    }

    /// An id as a message quotes it: on one line.
    static func quoted(_ id: String) -> String {
        var bytes: [UInt8] = []
        JSONText.appendQuoted(id, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func refusal(of record: some Decodable) -> SettingsError? {
        do throws(SettingsError) {
            try record.checkAcceptable(in: [])
            return nil
        } catch {
            return error
        }
    }

    private static func clash(_ id: String, _ node: Int, _ first: Int, in document: SettingsDocument) -> SettingsError {
        let storage = document.storage
        let line = SourceText(storage.source).location(at: storage.range(first).lowerBound).line
        return document.error(
            .invalidValue, "two records have the id \(quoted(id)); the other is at line \(line)", node: node,
            hint: "give one of them another id")
    }

    /// A refusal, at what it is about: the value that it names, or where that is not in the text what it would be in.
    private static func locate(
        _ refusal: SettingsError, _ index: Int, _ record: Int, in document: SettingsDocument
    ) -> SettingsError {
        if refusal.location != nil { return refusal }
        var node = record
        for component in refusal.key?.components ?? [] {
            guard let child = document.storage.child(component, of: node) else { break }
            node = child
        }
        var error = document.error(refusal.code, refusal.message, node: node, hint: refusal.hint)
        error.key = path(index, refusal.key)
        return error
    }

    private static func path(_ index: Int, _ key: SettingsPath?) -> SettingsPath {
        SettingsPath([.index(index)] + (key?.components ?? []))
    }
}
