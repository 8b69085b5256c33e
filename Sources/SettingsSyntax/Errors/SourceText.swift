/// Lines, columns and excerpts of a text. All of it is looked for anew each time: only errors ask.
package struct SourceText {
    let source: SourceBytes

    package init(_ source: SourceBytes) { self.source = source }

    /// The place at an offset.
    package func location(at offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), source.count)
        var line = 1
        var lineStart = 0
        var index = 0
        while index < offset {
            let byte = source[index]
            index += 1
            if byte == 0x0A || byte == 0x0D && !(source[index] == 0x0A && index < source.count) {
                line += 1
                lineStart = index
            }
        }
        return SourceLocation(
            offset: offset, line: line, column: scalars(min(start(ofLine: lineStart), offset)..<offset) + 1)
    }

    /// The line that holds the beginning of a range, and below it a caret, drawn out as far as the range goes.
    ///
    /// Tabs stay, so that the caret stands where it should; other control characters become visible; of a long line
    /// only a window is shown.
    package func excerpt(_ range: Range<Int>) -> String {
        let offset = min(max(range.lowerBound, start(ofLine: 0)), source.count)
        var first = offset
        while first > 0, !isLineEnd(source[first - 1]) { first -= 1 }
        first = start(ofLine: first)
        var last = offset
        while last < source.count, !isLineEnd(source[last]) { last += 1 }

        // The window, in bytes: never in the middle of a scalar.
        let before = 60
        let after = 50
        var from = first
        if offset - first > before { from = scalarStart(offset - before, down: first) }
        var to = last
        if last - offset > after { to = scalarStart(offset + after, down: offset) }

        var lineText = from > first ? "…" : ""
        var caretText = from > first ? " " : ""
        for scalar in source.string(from..<max(from, min(offset, to))).unicodeScalars {
            lineText.unicodeScalars.append(Self.visible(scalar))
            caretText += scalar == "\t" ? "\t" : Self.isWide(scalar) ? "  " : Self.isInvisible(scalar) ? "" : " "
        }
        var width = 0
        let marked = min(max(range.upperBound, offset), to)
        for scalar in source.string(offset..<max(offset, marked)).unicodeScalars {
            lineText.unicodeScalars.append(Self.visible(scalar))
            width += scalar == "\t" || Self.isInvisible(scalar) ? 0 : Self.isWide(scalar) ? 2 : 1
        }
        for scalar in source.string(max(offset, marked)..<to).unicodeScalars {
            lineText.unicodeScalars.append(Self.visible(scalar))
        }
        if to < last { lineText += "…" }
        return lineText + "\n" + caretText + "^" + String(repeating: "~", count: max(width - 1, 0))
    }

    /// The number of scalars in a range; a byte that is part of none counts as one where it looks like a beginning.
    private func scalars(_ range: Range<Int>) -> Int {
        var count = 0
        for index in range where source[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }

    /// Behind the byte order mark, if the line begins with one.
    private func start(ofLine offset: Int) -> Int {
        offset == 0 && source.halfWord(at: 0) & 0xFF_FFFF == 0xBF_BBEF ? 3 : offset
    }

    private func scalarStart(_ offset: Int, down limit: Int) -> Int {
        var offset = offset
        while offset > limit, source[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// The scalar, or a picture of it where it is a control character.
    static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09: scalar
        case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value)!
        case 0x7F: "\u{2421}"
        // Controls that would move the rest of the line about, or break it.
        case 0x80..<0xA0, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: scalar
        }
    }

    /// Takes no column on a terminal: combining marks, joiners.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        case .format: scalar.value != 0xAD && visible(scalar) == scalar
        default: false
        }
    }

    /// Takes two columns on a terminal: East Asian ideographs and kana, Hangul, emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
