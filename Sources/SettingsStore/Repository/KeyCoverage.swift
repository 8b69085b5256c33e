import SettingsSyntax

/// Whether every key of a text is one that the decoded value has too: then none is unknown, and the question that a
/// second, careful decoding would answer need not be asked.
struct KeyCoverage {
    private let text: DocumentStorage
    private let value: DocumentStorage

    /// - Parameter value: what was decoded from `text`, encoded again.
    init(of text: SettingsDocument, by value: SettingsDocument) {
        self.text = text.storage
        self.value = value.storage
    }

    var isComplete: Bool { isCovered(0, 0) }

    private func isCovered(_ node: Int, _ other: Int) -> Bool {
        switch (text.kind(node), value.kind(other)) {
        case (.object, .object):
            var key = text.firstChild(of: node)
            let end = text.next(node)
            var hint: Int?
            while key < end {
                guard let found = value.member(likeKey: key, of: text, in: other, after: hint),
                    isCovered(key + 1, found)
                else { return false }
                hint = found
                key = text.next(key)
            }
            return true
        case (.array, .array):
            guard text[node].count == value[other].count else { return false }
            var (element, counterpart) = (text.firstChild(of: node), value.firstChild(of: other))
            let end = text.next(node)
            while element < end {
                guard isCovered(element, counterpart) else { return false }
                element = text.next(element)
                counterpart = value.next(counterpart)
            }
            return true
        case (.object, _), (.array, _): return false
        default: return true
        }
    }
}
