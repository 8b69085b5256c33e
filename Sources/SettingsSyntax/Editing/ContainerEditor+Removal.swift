/// What goes when children go.
extension ContainerEditor {
    /// Takes the removed children out, each with its stretch of text, and with the blank lines that would be left over.
    mutating func removeChildren() {
        let indices = removed.sorted()
        var index = 0
        while index < indices.count {
            var end = index + 1
            while end < indices.count, indices[end] == indices[end - 1] + 1 { end += 1 }
            remove(indices[index]...indices[end - 1])
            index = end
        }
    }

    /// Takes out neighbours. A blank line above them and one below make one; at a bracket there is none.
    private mutating func remove(_ run: ClosedRange<Int>) {
        // Where something comes as well, blank lines may be meant for that.
        let takesBlankLines = groups.isEmpty
        let after = gap(run.upperBound + 1)
        var end = 0
        for index in run {
            let before = gap(index)
            var stretch = stretch(index)
            if let lead = before.leadStart, stretch.lowerBound < start(index) {
                var from = lead
                if takesBlankLines, let above = before.startOfBlankLines(above: lead),
                    index > run.lowerBound || !needsBlankLine(behind: run)
                {
                    from = above
                }
                // A line comment that stays still needs its line break, if the closing bracket follows on this line.
                if !after.endsLine, before.hasComment(from: end, to: from) { from = before.behindLineBreak(from) }
                stretch = from..<stretch.upperBound
            }
            edits.append(TextEdit(stretch))
            end = stretch.upperBound
        }
        guard takesBlankLines, run.lowerBound == 0, run.upperBound < count - 1, let lead = gap(0).leadStart,
            gap(0).startOfBlankLines(above: lead) == nil, let below = after.endOfBlankLines(below: end)
        else { return }
        edits.append(TextEdit(end..<below))
    }

    /// Whether the blank line above removed neighbours parts what is above it from what comes behind them.
    private func needsBlankLine(behind run: ClosedRange<Int>) -> Bool {
        let after = gap(run.upperBound + 1)
        let isTail = run.upperBound == count - 1
        let tail = after.tailEnd(isLast: isTail)
        if isTail, !after.hasComment(from: tail) { return false }
        return after.endOfBlankLines(below: tail) == nil
    }

    /// The stretch of text that goes with a child.
    func stretch(_ index: Int) -> Range<Int> {
        let before = gap(index)
        let after = gap(index + 1)
        let isLast = index == count - 1
        let behindComma = after.comma.map { $0 + 1 } ?? end(index)
        if let lead = before.leadStart {
            if after.endsLine || isLast {
                // A line comment before it still needs its line break, if the closing bracket follows on this line.
                let from = after.endsLine ? lead : before.behindLineBreak(lead)
                return from..<after.tailEnd(isLast: isLast)
            }
            // The next child stands on the same line, and stays there.
            return start(index)..<(after.hasCommentBehindComma ? behindComma : start(index + 1))
        }
        let isFirst = firstKept.map { index < $0 } ?? true
        // The comment between the last child and the bracket is that child's.
        let tail = isLast ? after.tailEnd(isLast: true) : behindComma
        if isFirst {
            // The comment behind the bracket is the container's; where nothing is left, the space behind it goes.
            let isAll = index == 0 && firstKept == nil && groups.isEmpty
            let from = isAll ? before.lastComment?.upperBound ?? start(index) : start(index)
            if after.endsLine { return from..<(index == 0 ? after.tailEnd(isLast: isLast) : tail) }
            return from..<(isLast || after.hasCommentBehindComma ? tail : start(index + 1))
        }
        if before.endsLine { return start(index)..<tail }
        // With the space before it, so that the space behind it parts its neighbours, and with the comment before it. But
        // where a trailing comma is, the comment may have stood behind that before the child came.
        let hasTrailingComma = gap(count).comma != nil
        let from = (hasTrailingComma ? before.commentEndBehindComma : nil) ?? before.comma.map { $0 + 1 }
        return (from ?? start(index))..<tail
    }
}
