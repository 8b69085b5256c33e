/// The difference of two texts in the form that `diff -u` prints and `patch` reads; empty where they are equal.
///
/// Lines keep their ends, so a changed line ending shows as a change. Without a newline at its end, the last line is
/// followed by the note that `patch` knows.
package func unifiedDiff(from old: [UInt8], to new: [UInt8], oldName: String, newName: String) -> String {
    if old == new { return "" }
    let diff = LineDiff(old, new)
    return "--- \(headerName(oldName))\n+++ \(headerName(newName))\n" + diff.hunks()
}

/// A file's name as GNU `diff` prints it: behind one with a space stands a tab, without which `patch` takes the space for
/// the name's end, and one with control characters, quotes or backslashes stands in quotes, as C would have it.
private func headerName(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    else { return name.utf8.contains(0x20) ? name + "\t" : name }
    var text = "\""
    for scalar in name.unicodeScalars {
        switch scalar {
        case "\"", "\\": text += "\\\(scalar)"
        case "\u{7}": text += "\\a"
        case "\u{8}": text += "\\b"
        case "\t": text += "\\t"
        case "\n": text += "\\n"
        case "\u{B}": text += "\\v"
        case "\u{C}": text += "\\f"
        case "\r": text += "\\r"
        case "\0"..<" ", "\u{7F}":
            let octal = String(scalar.value, radix: 8)
            text += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text + "\""
}

/// Lines that go and come between two texts, by Myers' greedy algorithm between what they begin and end with alike.
private struct LineDiff {
    enum Step { case same, removed, added }

    /// Beyond so many edits the stretch is shown as replaced: the search takes their square.
    private static let maximumEdits = 2000
    private static let context = 3

    let old: [ArraySlice<UInt8>]
    let new: [ArraySlice<UInt8>]
    private(set) var steps: [Step] = []

    init(_ old: [UInt8], _ new: [UInt8]) {
        self.old = Self.lines(old)
        self.new = Self.lines(new)
        var first = 0
        while first < min(self.old.count, self.new.count), self.old[first] == self.new[first] { first += 1 }
        var last = 0
        while last < min(self.old.count, self.new.count) - first,
            self.old[self.old.count - 1 - last] == self.new[self.new.count - 1 - last]
        {
            last += 1
        }
        steps = Array(repeating: .same, count: first)
        steps += Self.middle(self.old[first..<self.old.count - last], self.new[first..<self.new.count - last])
        steps += Array(repeating: .same, count: last)
    }

    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in text.enumerated() where byte == 0x0A {
            lines.append(text[start...index])
            start = index + 1
        }
        if start < text.count { lines.append(text[start...]) }
        return lines
    }

    private static func middle(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) -> [Step] {
        let (old, new) = (Array(old), Array(new))
        let replaced = Array(repeating: Step.removed, count: old.count) + Array(repeating: Step.added, count: new.count)
        if old.isEmpty || new.isEmpty { return replaced }
        let limit = min(old.count + new.count, maximumEdits)
        // How far down the old text each diagonal has come; a copy for each number of edits.
        var ends = [Int](repeating: 0, count: 2 * limit + 3)
        var trace: [[Int]] = []
        for edits in 0...limit {
            trace.append(Array(ends[(limit + 1 - edits)...(limit + 1 + edits)]))
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let at = limit + 1 + diagonal
                let isDown = diagonal == -edits || diagonal != edits && ends[at - 1] < ends[at + 1]
                var row = isDown ? ends[at + 1] : ends[at - 1] + 1
                while row < old.count, row - diagonal < new.count, old[row] == new[row - diagonal] { row += 1 }
                ends[at] = row
                if row >= old.count, row - diagonal >= new.count { return path(trace, edits, old.count, new.count) }
            }
        }
        return replaced
    }

    /// The steps that led to the end, found backwards.
    private static func path(_ trace: [[Int]], _ edits: Int, _ oldCount: Int, _ newCount: Int) -> [Step] {
        var steps: [Step] = []
        var (row, column) = (oldCount, newCount)
        for count in stride(from: edits, to: 0, by: -1) {
            // `trace[count]` holds the diagonals from -count to count as they were before the edit of that number.
            let ends = trace[count]
            let diagonal = row - column
            let isDown =
                diagonal == -count || diagonal != count && ends[count + diagonal - 1] < ends[count + diagonal + 1]
            let previous = isDown ? diagonal + 1 : diagonal - 1
            let previousRow = ends[count + previous]
            let start = isDown ? previousRow : previousRow + 1
            while row > start {
                steps.append(.same)
                row -= 1
            }
            steps.append(isDown ? .added : .removed)
            row = previousRow
            column = previousRow - previous
        }
        steps += Array(repeating: .same, count: row)
        return steps.reversed()
    }

    func hunks() -> String {
        var text = ""
        var index = 0
        var (oldLine, newLine) = (0, 0)
        while index < steps.count {
            guard let change = steps[index...].firstIndex(where: { $0 != .same }) else { break }
            // To the last change that is not further from the one before than twice the context.
            var end = change
            var next = change
            while next < steps.count, next - end <= 2 * Self.context {
                if steps[next] != .same { end = next }
                next += 1
            }
            let from = max(change - Self.context, index)
            let to = min(end + 1 + Self.context, steps.count)
            oldLine += from - index
            newLine += from - index
            text += hunk(from..<to, &oldLine, &newLine)
            index = to
        }
        return text
    }

    private func hunk(_ range: Range<Int>, _ oldLine: inout Int, _ newLine: inout Int) -> String {
        let (oldStart, newStart) = (oldLine, newLine)
        var body = ""
        for step in steps[range] {
            switch step {
            case .same: body += Self.line(" ", old[oldLine])
            case .removed: body += Self.line("-", old[oldLine])
            case .added: body += Self.line("+", new[newLine])
            }
            if step != .added { oldLine += 1 }
            if step != .removed { newLine += 1 }
        }
        return "@@ -\(Self.span(oldStart, oldLine)) +\(Self.span(newStart, newLine)) @@\n" + body
    }

    private static func span(_ start: Int, _ end: Int) -> String {
        end - start == 1 ? "\(end)" : "\(end > start ? start + 1 : start),\(end - start)"
    }

    private static func line(_ mark: String, _ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return mark + (bytes.last == 0x0A ? text : text + "\n\\ No newline at end of file\n")
    }
}
