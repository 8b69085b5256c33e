/// The comments that go with a child that moves.
struct ChildComments {
    fileprivate struct Comment {
        var text: [UInt8]
        var isLineComment: Bool
        /// Whether a line break comes between it and the child.
        var isAbove: Bool

        /// A line comment as one that something may follow on its line.
        var block: [UInt8] {
            guard isLineComment else { return text }
            var inner = String(decoding: text.dropFirst(2), as: UTF8.self)
            while let end = inner.firstRange(of: "*/") { inner.replaceSubrange(end, with: "* /") }
            return Array("/*\(inner)\(inner.utf8.last == 0x20 ? "" : " ")*/".utf8)
        }
    }

    fileprivate var before: [Comment] = []
    fileprivate var after: [Comment] = []

    /// What stands before the child. `newline` is a line break and the indentation, or nil where all stays on one line.
    func above(newline: [UInt8]?) -> [UInt8] {
        var bytes: [UInt8] = []
        for comment in before {
            if let newline, comment.isAbove || comment.isLineComment {
                bytes += comment.text + newline
            } else {
                bytes += comment.block + [0x20]
            }
        }
        return bytes
    }

    /// What stands behind the child and its comma; a line comment only where a line break follows.
    func behind(newline: [UInt8]?) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, comment) in after.enumerated() {
            let isLast = index == after.count - 1
            bytes += [0x20] + (isLast && newline != nil ? comment.text : comment.block)
        }
        return bytes
    }
}

extension ContainerEditor {
    /// The comments of an element that moves within its array: those that its removal takes from the old place.
    func comments(goingWith insertion: ContainerPatch.Insertion) -> ChildComments {
        var comments = ChildComments()
        guard case .moved(let child, _) = insertion.content else { return comments }
        let index = index(of: child)
        let stretch = stretch(index)
        let before = gap(index)
        for token in before.tokens where token.isComment && token.range.lowerBound >= stretch.lowerBound {
            comments.before.append(comment(token, isAbove: before.hasNewline(from: token.range.upperBound)))
        }
        for token in gap(index + 1).tokens where token.isComment && token.range.upperBound <= stretch.upperBound {
            comments.after.append(comment(token, isAbove: false))
        }
        return comments
    }

    private func comment(_ token: Trivia.Token, isAbove: Bool) -> ChildComments.Comment {
        ChildComments.Comment(
            text: storage.source.array(token.range), isLineComment: token.kind == .lineComment, isAbove: isAbove)
    }
}
