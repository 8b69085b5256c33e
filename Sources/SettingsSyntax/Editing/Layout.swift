/// How a document is written, as far as it shows: what an insertion takes on.
struct Layout {
    let storage: DocumentStorage
    /// The line break: that of the first line.
    let newline: [UInt8]
    /// One step of indentation.
    let indent: [UInt8]
    /// Whether containers are written one child a line.
    let isMultiline: Bool
    /// Between a key and its value.
    let colon: [UInt8]
    /// Between two children on one line.
    let comma: [UInt8]
    /// Within the braces of an object on one line.
    let padding: [UInt8]
    /// Whether arrays of scalars stand on one line though other containers do not.
    let inlinesScalars: Bool

    init(_ storage: DocumentStorage) {
        self.storage = storage
        let source = storage.source
        newline = Self.firstNewline(source) ?? [0x0A]
        var indent: [UInt8]?
        var isMultiline: Bool?
        var colon: [UInt8]?
        var comma: [UInt8]?
        var padding: [UInt8]?
        var inlinesScalars: Bool?
        for node in 0..<storage.nodeCount {
            let entry = storage[node]
            if entry.kind == .key {
                if colon == nil { colon = Self.colon(storage, node) }
                continue
            }
            guard entry.count > 0, entry.kind == .object || entry.kind == .array else { continue }
            let first = Int(storage[node + 1].start)
            let before = Int(entry.start) + 1..<first
            let breaks = Self.hasNewline(source, before)
            if isMultiline != true { isMultiline = breaks }
            if breaks, indent?.isEmpty ?? true {
                let outer = Self.indentation(source, Int(entry.start))
                let inner = Self.indentation(source, first)
                if inner.starts(with: outer) { indent = Array(inner.dropFirst(outer.count)) }
            }
            if !breaks {
                if entry.kind == .object, padding == nil, Self.isBlank(source, before) {
                    padding = source.array(before)
                }
                if entry.count > 1, comma == nil { comma = Self.comma(storage, after: node + 1) }
            }
            if entry.kind == .array, inlinesScalars == nil, storage[node + 1].count == 0 { inlinesScalars = !breaks }
            if isMultiline == true, colon != nil, comma != nil, padding != nil, inlinesScalars != nil,
                indent?.isEmpty == false || node > 4096
            {
                break
            }
        }
        // Empty documents say nothing: they get what a new file gets.
        self.isMultiline = isMultiline ?? true
        self.indent = indent ?? Array("  ".utf8)
        self.colon = colon ?? Array(": ".utf8)
        let spaced = self.colon.last != UInt8(ascii: ":")
        self.comma = comma ?? Array((spaced ? ", " : ",").utf8)
        self.padding = padding ?? []
        self.inlinesScalars = inlinesScalars ?? false
    }

    /// Style of a value that spans lines.
    var multilineStyle: JSONText.Style {
        JSONText.Style(
            indent: indent, newline: newline, colon: plainColon, comma: comma, padding: padding,
            inlinesScalars: inlinesScalars)
    }

    /// Style of a value on one line.
    var inlineStyle: JSONText.Style { JSONText.Style(indent: nil, colon: plainColon, comma: comma, padding: padding) }

    /// The colon without the padding that aligned values have.
    private var plainColon: [UInt8] {
        guard colon.count > 3 else { return colon }
        return Array(": ".utf8)
    }

    /// What stands between a key and its value, or nil where it is more than a colon and spaces.
    static func colon(_ storage: DocumentStorage, _ key: Int) -> [UInt8]? {
        let range = Int(storage[key].end)..<Int(storage[key + 1].start)
        let bytes = storage.source.array(range)
        return bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ":") } ? bytes : nil
    }

    /// What stands between a child and the next one, or nil where it is more than a comma and spaces.
    static func comma(_ storage: DocumentStorage, after child: Int) -> [UInt8]? {
        let value = storage.kind(child) == .key ? child + 1 : child
        let bytes = storage.source.array(Int(storage[value].end)..<Int(storage[storage.next(child)].start))
        return bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") } ? bytes : nil
    }

    /// The white space that the line of an offset begins with.
    static func indentation(_ source: SourceBytes, _ offset: Int) -> [UInt8] {
        var start = offset
        while start > 0, source[start - 1] != 0x0A, source[start - 1] != 0x0D { start -= 1 }
        if start == 0, source.halfWord(at: 0) & 0xFF_FFFF == 0xBF_BBEF { start = 3 }
        var end = start
        while source[end] == 0x20 || source[end] == 0x09 { end += 1 }
        return source.array(start..<max(min(end, offset), start))
    }

    /// Whether nothing but white space stands before an offset on its line.
    static func beginsLine(_ source: SourceBytes, _ offset: Int) -> Bool {
        var start = offset
        while start > 0, source[start - 1] == 0x20 || source[start - 1] == 0x09 { start -= 1 }
        return start == 0 || source[start - 1] == 0x0A || source[start - 1] == 0x0D
    }

    static func hasNewline(_ source: SourceBytes, _ range: Range<Int>) -> Bool {
        for offset in range where source[offset] == 0x0A || source[offset] == 0x0D { return true }
        return false
    }

    private static func isBlank(_ source: SourceBytes, _ range: Range<Int>) -> Bool {
        for offset in range where source[offset] != 0x20 && source[offset] != 0x09 { return false }
        return true
    }

    private static func firstNewline(_ source: SourceBytes) -> [UInt8]? {
        for offset in 0..<source.count {
            if source[offset] == 0x0A { return [0x0A] }
            if source[offset] == 0x0D { return source[offset + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D] }
        }
        return nil
    }
}
