/// The difference of two texts, line by line, as `diff -u` writes it.
struct UnifiedDiff {
    /// A line of either text.
    private enum Line {
        case kept(String), removed(String), added(String)
    }

    private static let context = 3
    private let lines: [Line]

    init(from old: String, to new: String) {
        let (old, new) = (Self.lines(of: old), Self.lines(of: new))
        var removed = Set<Int>()
        var added = Set<Int>()
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                lines.append(.removed(old[left].text))
                left += 1
            } else if right < new.count, added.contains(right) {
                lines.append(.added(new[right].text))
                right += 1
            } else {
                lines.append(.kept(old[left].text))
                left += 1
                right += 1
            }
        }
        self.lines = lines
    }

    /// The diff, or the empty text where nothing differs.
    func text(oldName: String, newName: String) -> String {
        let hunks = hunks
        if hunks.isEmpty { return "" }
        return "--- \(oldName)\n+++ \(newName)\n" + hunks.map(text(of:)).joined()
    }

    /// Stretches of lines around what differs; two whose context touches are one.
    private var hunks: [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (index, line) in lines.enumerated() {
            if case .kept = line { continue }
            let start = max(index - Self.context, 0)
            let end = min(index + Self.context + 1, lines.count)
            if let last = hunks.last, last.upperBound >= start {
                hunks[hunks.count - 1] = last.lowerBound..<end
            } else {
                hunks.append(start..<end)
            }
        }
        return hunks
    }

    private func text(of hunk: Range<Int>) -> String {
        let before = counts(lines[..<hunk.lowerBound])
        let within = counts(lines[hunk])
        var text = "@@ -\(Self.range(before.old, within.old)) +\(Self.range(before.new, within.new)) @@\n"
        for line in lines[hunk] {
            switch line {
            case .kept(let line): text += Self.row(" ", line)
            case .removed(let line): text += Self.row("-", line)
            case .added(let line): text += Self.row("+", line)
            }
        }
        return text
    }

    private func counts(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
        var counts = (old: 0, new: 0)
        for line in lines {
            switch line {
            case .kept:
                counts.old += 1
                counts.new += 1
            case .removed: counts.old += 1
            case .added: counts.new += 1
            }
        }
        return counts
    }

    /// `first,count`; an empty range names the line before it.
    private static func range(_ before: Int, _ count: Int) -> String {
        if count == 1 { return "\(before + 1)" }
        return "\(count == 0 ? before : before + 1),\(count)"
    }

    private static func row(_ mark: String, _ line: String) -> String {
        line.utf8.last == 0x0A ? mark + line : mark + line + "\n\\ No newline at end of file\n"
    }

    /// A line with its end, compared byte by byte: canonically equivalent texts are two.
    private struct Text: Hashable {
        let text: String

        static func == (left: Text, right: Text) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
        func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
    }

    private static func lines(of text: String) -> [Text] {
        var lines: [Text] = []
        var start = text.utf8.startIndex
        while start < text.utf8.endIndex {
            let end = text.utf8[start...].firstIndex(of: 0x0A).map { text.utf8.index(after: $0) } ?? text.utf8.endIndex
            lines.append(Text(text: String(text[start..<end])))
            start = end
        }
        return lines
    }
}
