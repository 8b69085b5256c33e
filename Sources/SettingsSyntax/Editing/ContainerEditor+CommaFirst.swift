/// Containers whose commas stand at the beginning of the lines.
///
/// Each child but the first comes and goes with the line break and the comma before it.
extension ContainerEditor {
    /// Whether the container is written so, and the edit is one of those that are made here.
    var isCommaFirst: Bool {
        guard count > 1, firstKept != nil, removed.isEmpty || groups.isEmpty, gap(1).commaBeginsLine else {
            return false
        }
        return gap(count).comma == nil && (2..<count).allSatisfy { gap($0).commaBeginsLine }
    }

    mutating func makeCommaFirstEdits() {
        guard let firstKept else { return }
        for index in removed.sorted() where index > firstKept {
            edits.append(TextEdit(endOfLine(index)..<endOfLine(index + 1)))
        }
        if firstKept > 0 { removeFirst(firstKept) }
        for group in groups { insertCommaFirst(group.items, before: group.anchor) }
    }

    /// Where the line of the child before ends, with its comments.
    private func endOfLine(_ index: Int) -> Int {
        index == count ? gap(count).tailEnd(isLast: true) : gap(index).endOfFirstLine
    }

    /// Takes out all children before `kept`, which then is the first and needs no comma.
    private mutating func removeFirst(_ kept: Int) {
        let gap = gap(kept)
        let lead = self.gap(0).leadStart ?? start(0)
        let from = self.gap(0).tokens.first { $0.isComment && $0.range.lowerBound > lead }?.range.lowerBound ?? start(0)
        let comment = gap.tokens.first { $0.isComment && $0.range.lowerBound >= gap.endOfFirstLine }
        guard let comment, let comma = gap.comma else {
            edits.append(TextEdit(from..<start(kept)))
            return
        }
        // Its own comments stay, and a space takes the place of the comma.
        edits.append(TextEdit(from..<min(comment.range.lowerBound, comma)))
        edits.append(TextEdit(comma..<comma + 1, [0x20]))
    }

    private mutating func insertCommaFirst(_ items: [ContainerPatch.Insertion], before anchor: Int) {
        let neighbour = min(max(anchor, 1), count - 1)
        let comma = gap(neighbour).comma ?? start(neighbour)
        let space = storage.source.array(comma + 1..<start(neighbour))
        let separator =
            editor.layout.newline + Layout.indentation(storage.source, comma) + [UInt8(ascii: ",")]
            + (space.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? space : [0x20])
        var bytes: [UInt8] = []
        for item in items {
            let colon = item.key.map { self.colon(for: $0, near: min(anchor, count - 1)) } ?? []
            let text = editor.text(item, colon: colon, editor.layout.inlineStyle, base: [])
            bytes += anchor == 0 ? text + separator : separator + text
        }
        edits.append(
            TextEdit(insert: bytes, at: anchor == 0 ? gap(0).firstComment ?? start(0) : endOfLine(anchor)))
    }
}
