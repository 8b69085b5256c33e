/// The edits that add children to a container that has some, and remove others.
///
/// Each child has the stretch of text that comes and goes with it: the comment lines right above it, its comma, and the
/// comment that trails its line. Of the other children only two can need an edit, of their commas: the one that was the
/// last, and the one that will be.
struct ContainerEditor {
    let editor: PatchEditor
    let storage: DocumentStorage
    let node: Int
    private let isObject: Bool
    /// The nodes that the children begin with.
    private let children: [Int]
    let removed: Set<Int>
    /// The first and the last child that stay, if any does.
    let firstKept: Int?
    let lastKept: Int?
    let groups: [(anchor: Int, items: [ContainerPatch.Insertion])]
    var edits = TextEdits()

    init(_ editor: PatchEditor, _ node: Int, _ patch: ContainerPatch) {
        self.editor = editor
        storage = editor.storage
        self.node = node
        isObject = storage.kind(node) == .object
        let children = storage.children(of: node)
        self.children = children
        let removed = Set(patch.removed.map { Self.position(of: $0, in: children) })
        self.removed = removed
        firstKept = children.indices.first { !removed.contains($0) }
        lastKept = children.indices.last { !removed.contains($0) }
        var groups: [(anchor: Int, items: [ContainerPatch.Insertion])] = []
        for insertion in patch.inserted {
            let anchor = Self.position(of: insertion.anchor, in: children)
            if groups.last?.anchor == anchor {
                groups[groups.count - 1].items.append(insertion)
            } else {
                groups.append((anchor, [insertion]))
            }
        }
        self.groups = groups
        makeEdits()
    }

    /// The position of a child among all of them; behind the last for the node behind the container.
    private static func position(of child: Int, in children: [Int]) -> Int {
        var low = 0
        var high = children.count
        while low < high {
            let middle = (low + high) / 2
            if children[middle] < child { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Places

    var count: Int { children.count }
    func index(of child: Int) -> Int { Self.position(of: child, in: children) }
    func start(_ index: Int) -> Int { storage.range(children[index]).lowerBound }
    func end(_ index: Int) -> Int { storage.range(children[index] + (isObject ? 1 : 0)).upperBound }

    /// What stands before a child, or for `count` before the closing bracket.
    func gap(_ index: Int) -> Trivia {
        let range = storage.range(node)
        let from = index == 0 ? range.lowerBound + 1 : end(index - 1)
        return Trivia(storage.source, from..<(index == count ? range.upperBound - 1 : start(index)))
    }

    /// Where the last child ends, with the comment behind it if that is on the same line as it and as what comes next.
    private var endOfLast: Int {
        goesOnOwnLine(before: count) ? end(count - 1) : gap(count).tailEnd(isLast: true)
    }

    /// Whether what is inserted before a child, or for `count` at the end, begins a line.
    private func goesOnOwnLine(before anchor: Int) -> Bool {
        gap(min(anchor, count - 1)).endsLine || anchor == count && gap(count).tailHasLineComment
    }

    // MARK: Edits

    private mutating func makeEdits() {
        if isCommaFirst { return makeCommaFirstEdits() }
        let trailingComma = gap(count).comma != nil
        removeChildren()
        if removed.count == count, groups.isEmpty {
            collapse()
            return
        }
        let endsWithInsertion = groups.last.map { $0.anchor > lastKept ?? -1 } ?? false
        if let lastKept, !trailingComma {
            if lastKept == count - 1, endsWithInsertion {
                edits.append(TextEdit(insert: [UInt8(ascii: ",")], at: endOfLast))
            } else if lastKept < count - 1, !endsWithInsertion, let comma = gap(lastKept + 1).comma {
                edits.append(TextEdit(comma..<comma + 1))
            }
        }
        for (index, group) in groups.enumerated() {
            let isLast = index == groups.count - 1 && endsWithInsertion || lastKept == nil && index == groups.count - 1
            insert(group.items, before: group.anchor, endsWithComma: !isLast || trailingComma, isLast: isLast)
        }
    }

    /// Draws the brackets together where nothing is left between them.
    private mutating func collapse() {
        let range = storage.range(node)
        let interior = range.lowerBound + 1..<range.upperBound - 1
        let rest = edits.applied(to: storage.source, in: interior)
        guard rest.allSatisfy({ $0 <= 0x20 }) else { return }
        edits = TextEdits()
        edits.append(TextEdit(interior))
    }

    private mutating func insert(
        _ items: [ContainerPatch.Insertion], before anchor: Int, endsWithComma: Bool, isLast: Bool
    ) {
        let neighbour = min(anchor, count - 1)
        let colons = items.map { $0.key.map { colon(for: $0, near: neighbour) } ?? [] }
        if goesOnOwnLine(before: anchor) {
            let indent =
                gap(neighbour).endsLine
                ? Layout.indentation(storage.source, start(neighbour))
                : Layout.indentation(storage.source, storage.range(node).lowerBound) + editor.layout.indent
            var bytes: [UInt8] = []
            for (index, item) in items.enumerated() {
                let isLast = index == items.count - 1
                let comments = comments(goingWith: item)
                bytes += editor.layout.newline + indent
                bytes += comments.above(newline: editor.layout.newline + indent)
                bytes += editor.text(item, colon: colons[index], style(near: neighbour), base: indent)
                if !isLast || endsWithComma { bytes.append(UInt8(ascii: ",")) }
                let endsLine = !isLast || anchor < count || gap(count).endsLine
                bytes += comments.behind(newline: endsLine ? editor.layout.newline + indent : nil)
            }
            edits.append(TextEdit(insert: bytes, at: gap(anchor).tailEnd(isLast: anchor == count)))
            return
        }
        let comma = self.comma(near: neighbour)
        let space = comma.drop { $0 != UInt8(ascii: ",") }.dropFirst()
        let texts = items.enumerated().map { index, item in
            let comments = comments(goingWith: item)
            return comments.above(newline: nil)
                + editor.text(item, colon: colons[index], editor.layout.inlineStyle, base: [])
                + comments.behind(newline: nil)
        }
        let hasBefore = groups.first!.anchor < anchor || firstKept.map { $0 < anchor } ?? false
        var bytes = (hasBefore ? Array(space) : []) + texts.joined(separator: comma)
        if endsWithComma { bytes.append(UInt8(ascii: ",")) }
        if !hasBefore, !isLast { bytes += space }
        let offset =
            switch anchor {
            case 0: gap(0).firstComment ?? start(0)
            case count: gap(count).tailEnd(isLast: true)
            default: gap(anchor).comma.map { $0 + 1 } ?? end(anchor - 1)
            }
        edits.append(TextEdit(insert: bytes, at: offset))
    }

    // MARK: Style

    /// How a container is written that begins a line: on that line alone, if the nearest of its neighbours that has
    /// something in it is.
    private func style(near index: Int) -> JSONText.Style {
        let nearest = (max(index - 8, 0)...min(index + 8, count - 1)).sorted { abs($0 - index) < abs($1 - index) }
        for other in nearest {
            let value = children[other] + (isObject ? 1 : 0)
            guard [.object, .array].contains(storage.kind(value)), storage[value].count > 0 else { continue }
            let isOpen = Layout.hasNewline(storage.source, storage.range(value))
            return isOpen ? editor.layout.multilineStyle : editor.layout.inlineStyle
        }
        return editor.layout.multilineStyle
    }

    /// What parts two children of this container on one line.
    private func comma(near index: Int) -> [UInt8] {
        guard count > 1 else { return editor.layout.comma }
        return Layout.comma(storage, after: children[min(max(index - 1, 0), count - 2)]) ?? editor.layout.comma
    }

    /// What parts a new key from its value, as its neighbours have it: aligned where they are.
    func colon(for key: String, near index: Int) -> [UInt8] {
        var columns: [(width: Int, before: [UInt8], after: [UInt8])] = []
        for other in max(index - 8, 0)...min(index + 8, count - 1) {
            guard let colon = Layout.colon(storage, children[other]),
                let position = colon.firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            let width = storage.literal(children[other]).unicodeScalars.count
            columns.append((width, Array(colon[..<position]), Array(colon[(position + 1)...])))
        }
        guard let nearest = columns.last else { return editor.layout.inlineStyle.colon }
        let width = JSONText.quoted(key).unicodeScalars.count
        let differ = columns.contains { $0.width != nearest.width }
        if differ, columns.allSatisfy({ $0.width + $0.before.count == nearest.width + nearest.before.count }) {
            let least = columns.map(\.before.count).min() ?? 0
            let spaces = max(nearest.width + nearest.before.count - width, least)
            return [UInt8](repeating: 0x20, count: spaces) + [UInt8(ascii: ":")] + nearest.after
        }
        let value = nearest.width + nearest.before.count + nearest.after.count
        if differ, columns.allSatisfy({ $0.width + $0.before.count + $0.after.count == value }) {
            let spaces = max(value - width - nearest.before.count, 1)
            return nearest.before + [UInt8(ascii: ":")] + [UInt8](repeating: 0x20, count: spaces)
        }
        if nearest.before.count + nearest.after.count > 2 { return editor.layout.inlineStyle.colon }
        return nearest.before + [UInt8(ascii: ":")] + nearest.after
    }
}
