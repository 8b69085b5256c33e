/// Turns a patch into edits of the text, in the style of the text.
struct PatchEditor {
    let storage: DocumentStorage
    private let lazyLayout: LazyLayout
    private(set) var edits = TextEdits()

    /// A scalar that takes the place of another.
    struct Replacement {
        var node: Int
        var value: SettingsValue
        var bytes: [UInt8]
    }

    /// The replacements, where all edits are such; nil once another was made.
    private(set) var replacements: [Replacement]? = []

    init(_ storage: DocumentStorage) { self.init(storage, LazyLayout(storage)) }

    private init(_ storage: DocumentStorage, _ layout: LazyLayout) {
        self.storage = storage
        lazyLayout = layout
    }

    /// Found out when it is first asked for: scalars need none.
    var layout: Layout { lazyLayout.layout }

    private final class LazyLayout {
        private let storage: DocumentStorage
        private(set) lazy var layout = Layout(storage)

        init(_ storage: DocumentStorage) { self.storage = storage }
    }

    /// Makes the edits that apply a patch to a value.
    mutating func apply(_ patch: Patch, to node: Int) {
        switch patch {
        case .replace(let value):
            let bytes = replacement(value, of: node)
            edits.append(TextEdit(storage.range(node), bytes))
            if value.isScalar, ![.object, .array].contains(storage.kind(node)) {
                replacements?.append(Replacement(node: node, value: value, bytes: bytes))
            } else {
                replacements = nil
            }
        case .container(let container):
            let isObject = storage.kind(node) == .object
            for (child, patch) in container.changed { apply(patch, to: isObject ? child + 1 : child) }
            if container.removed.isEmpty, container.inserted.isEmpty { return }
            replacements = nil
            if storage[node].count == 0 {
                edits.append(contentsOf: opened(node, container))
            } else {
                edits.append(contentsOf: ContainerEditor(self, node, container).edits)
            }
        }
    }

    /// A value as it stands in the place of another.
    private func replacement(_ value: SettingsValue, of node: Int) -> [UInt8] {
        if value.isScalar {
            var bytes: [UInt8] = []
            JSONText.append(value, .compact, to: &bytes)
            return bytes
        }
        let entry = storage[node]
        let range = storage.range(node)
        let isOpen =
            entry.count > 0
            ? Layout.hasNewline(storage.source, range) : layout.isMultiline && ownsLine(node)
        var bytes: [UInt8] = []
        JSONText.append(
            value, isOpen ? layout.multilineStyle : layout.inlineStyle,
            base: Layout.indentation(storage.source, range.lowerBound), to: &bytes)
        return bytes
    }

    /// Whether a value, or the member that it belongs to, is the first thing on its line, or the whole document.
    private func ownsLine(_ node: Int) -> Bool {
        if node == 0 { return true }
        let first = storage.kind(node - 1) == .key ? node - 1 : node
        return Layout.beginsLine(storage.source, storage.range(first).lowerBound)
    }

    /// An added child's text.
    func text(_ insertion: ContainerPatch.Insertion, colon: [UInt8], _ style: JSONText.Style, base: [UInt8]) -> [UInt8]
    {
        var bytes: [UInt8] = []
        if let key = insertion.key {
            JSONText.appendQuoted(key, to: &bytes)
            bytes += colon
        }
        switch insertion.content {
        case .value(let value): JSONText.append(value, style, base: base, to: &bytes)
        case .moved(let node, let patch):
            var editor = PatchEditor(storage, lazyLayout)
            if let patch { editor.apply(patch, to: node) }
            bytes += editor.edits.applied(to: storage.source, in: storage.range(node))
        }
        return bytes
    }

    /// The edits that put the first children into an empty container.
    private func opened(_ node: Int, _ patch: ContainerPatch) -> TextEdits {
        let source = storage.source
        let range = storage.range(node)
        let interior = range.lowerBound + 1..<range.upperBound - 1
        let trivia = Trivia(source, interior)
        let base = Layout.indentation(source, range.lowerBound)
        var edits = TextEdits()
        let lastComment = trivia.tokens.last { $0.isComment }
        let isOpen = trivia.hasNewline || lastComment == nil && layout.isMultiline && ownsLine(node)
        let style = isOpen ? layout.multilineStyle : layout.inlineStyle
        guard isOpen else {
            let items = patch.inserted.map { text($0, colon: style.colon, style, base: base) }
            let padding = storage.kind(node) == .object ? layout.padding : []
            let list = Array(items.joined(separator: layout.comma))
            if let lastComment {
                edits.append(TextEdit(insert: [0x20] + list, at: lastComment.range.upperBound))
            } else {
                edits.append(TextEdit(interior, padding + list + padding))
            }
            return edits
        }
        var inner = base + layout.indent
        if let lastComment, Layout.beginsLine(source, lastComment.range.lowerBound) {
            inner = Layout.indentation(source, lastComment.range.lowerBound)
        }
        var bytes: [UInt8] = []
        for (index, insertion) in patch.inserted.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += layout.newline + inner + text(insertion, colon: style.colon, style, base: inner)
        }
        if let lastComment {
            // The comment is nobody's, and a blank line keeps it from becoming the new child's.
            if trivia.hasNewline(to: lastComment.range.lowerBound) { bytes = layout.newline + bytes }
            edits.append(TextEdit(insert: bytes, at: lastComment.range.upperBound))
        } else {
            edits.append(TextEdit(interior, bytes + layout.newline + base))
        }
        return edits
    }
}
