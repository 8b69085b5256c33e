/// What stands between two children of a container, or between a child and a bracket.
struct Trivia {
    enum Kind {
        case space, newline, lineComment, blockComment, comma
    }

    struct Token {
        var kind: Kind
        var range: Range<Int>
        var isComment: Bool { kind == .lineComment || kind == .blockComment }
    }

    let range: Range<Int>
    private(set) var tokens: [Token] = []
    /// The offset of the comma, if there is one.
    private(set) var comma: Int?

    init(_ source: SourceBytes, _ range: Range<Int>) {
        self.range = range
        var offset = range.lowerBound
        while offset < range.upperBound {
            let start = offset
            let kind = Self.scan(source, &offset, range.upperBound)
            if kind == .comma { comma = start }
            if kind == .space, let last = tokens.last, last.kind == .space {
                tokens[tokens.count - 1].range = last.range.lowerBound..<offset
            } else {
                tokens.append(Token(kind: kind, range: start..<offset))
            }
        }
    }

    private static func scan(_ source: SourceBytes, _ offset: inout Int, _ end: Int) -> Kind {
        switch source[offset] {
        case UInt8(ascii: ","):
            offset += 1
            return .comma
        case 0x0D where source[offset + 1] == 0x0A:
            offset += 2
            return .newline
        case 0x0A, 0x0D:
            offset += 1
            return .newline
        case UInt8(ascii: "/") where source[offset + 1] == UInt8(ascii: "/"):
            while offset < end, source[offset] != 0x0A, source[offset] != 0x0D, !isSeparator(source, offset) {
                offset += 1
            }
            return .lineComment
        case UInt8(ascii: "/"):
            offset += 2
            while offset < end, !(source[offset] == UInt8(ascii: "*") && source[offset + 1] == UInt8(ascii: "/")) {
                offset += 1
            }
            offset = min(offset + 2, end)
            return .blockComment
        case 0x80...:
            let isNewline = isSeparator(source, offset)
            offset += max(JSONParser.rareSpace(source, offset), 1)
            return isNewline ? .newline : .space
        default:
            offset += 1
            return .space
        }
    }

    private static func isSeparator(_ source: SourceBytes, _ offset: Int) -> Bool {
        source[offset] == 0xE2 && source[offset + 1] == 0x80 && source[offset + 2] & 0xFE == 0xA8
    }

    var hasComment: Bool { tokens.contains { $0.isComment } }
    var hasNewline: Bool { tokens.contains { $0.kind == .newline } }

    /// The tokens behind the comma, or all where there is none.
    private var behindComma: ArraySlice<Token> {
        guard let index = tokens.firstIndex(where: { $0.kind == .comma }) else { return tokens[...] }
        return tokens[(index + 1)...]
    }

    /// Where the first comment begins, or nil where there is none.
    var firstComment: Int? { tokens.first { $0.isComment }?.range.lowerBound }

    /// The last comment, or nil where there is none.
    var lastComment: Range<Int>? { tokens.last { $0.isComment }?.range }

    /// Whether a line comment trails the line of the child before.
    var tailHasLineComment: Bool {
        behindComma.prefix { $0.kind != .newline }.contains { $0.kind == .lineComment }
    }

    /// Where the last comment behind the comma ends, or nil where there is none.
    var commentEndBehindComma: Int? { behindComma.last { $0.isComment }?.range.upperBound }
    var hasCommentBehindComma: Bool { commentEndBehindComma != nil }

    /// Whether what follows begins a line, white space and comments before it aside.
    var endsLine: Bool { behindComma.contains { $0.kind == .newline } }

    /// Where the child before, or the open bracket, ends together with its comma and the comments that trail its line.
    ///
    /// Comments on the same line as the next child are that one's, unless there is none (`isLast`).
    func tailEnd(isLast: Bool) -> Int {
        var end = comma.map { $0 + 1 } ?? range.lowerBound
        guard endsLine || isLast else { return end }
        for token in behindComma {
            if token.kind == .newline { break }
            if token.isComment { end = token.range.upperBound }
        }
        return end
    }

    /// Where the next child begins together with the comment lines right above it, the line break before the first of
    /// them included; nil where the child does not begin a line.
    var leadStart: Int? {
        let tail = tailEnd(isLast: false)
        var start: Int?
        var sawComment = true  // The child itself takes the place of a comment on its line.
        for token in behindComma.reversed() {
            if token.range.lowerBound < tail { break }
            switch token.kind {
            case .newline:
                // Two line breaks without a comment between them: a blank line, beyond which nothing is the child's.
                if !sawComment { return start }
                start = token.range.lowerBound
                sawComment = false
            case .lineComment, .blockComment: sawComment = true
            case .space, .comma: break
            }
        }
        return start
    }

    /// Where the blank lines right above a line break begin, or nil where there are none.
    func startOfBlankLines(above lineBreak: Int) -> Int? {
        var start: Int?
        for token in tokens.reversed() where token.range.lowerBound < lineBreak {
            if token.kind == .newline {
                start = token.range.lowerBound
            } else if token.kind != .space {
                break
            }
        }
        return start
    }

    /// Where the last of the blank lines below the line of an offset ends, before its line break; nil where there are
    /// none.
    func endOfBlankLines(below offset: Int) -> Int? {
        var first: Int?
        var last: Int?
        for token in tokens where token.range.lowerBound >= offset {
            if token.kind == .newline {
                if first == nil { first = token.range.lowerBound } else { last = token.range.lowerBound }
            } else if token.kind != .space {
                break
            }
        }
        return last
    }

    /// Whether there is a comment from an offset on.
    func hasComment(from offset: Int) -> Bool { tokens.contains { $0.isComment && $0.range.lowerBound >= offset } }

    /// Whether there is a comment between two offsets.
    func hasComment(from offset: Int, to end: Int) -> Bool {
        tokens.contains { $0.isComment && $0.range.lowerBound >= offset && $0.range.upperBound <= end }
    }

    /// Whether there is a line break from an offset on.
    func hasNewline(from offset: Int) -> Bool {
        tokens.contains { $0.kind == .newline && $0.range.lowerBound >= offset }
    }

    /// Whether there is a line break before an offset.
    func hasNewline(to offset: Int) -> Bool {
        tokens.contains { $0.kind == .newline && $0.range.lowerBound < offset }
    }

    /// Whether the comma stands at the beginning of the line on which the next child begins.
    var commaBeginsLine: Bool {
        guard let index = tokens.firstIndex(where: { $0.kind == .comma }) else { return false }
        return tokens[..<index].contains { $0.kind == .newline } && !endsLine
    }

    /// Where the last comment on the first line ends; the beginning where there is none.
    var endOfFirstLine: Int {
        tokens.prefix { $0.kind != .newline }.last { $0.isComment }?.range.upperBound ?? range.lowerBound
    }

    /// The offset of a line break, or where it ends a line comment, the offset behind it.
    func behindLineBreak(_ offset: Int) -> Int {
        guard let index = tokens.firstIndex(where: { $0.range.lowerBound == offset && $0.kind == .newline }), index > 0,
            tokens[index - 1].kind == .lineComment
        else { return offset }
        return tokens[index].range.upperBound
    }
}
