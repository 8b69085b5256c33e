/// Bytes of a text that give way to others.
struct TextEdit {
    var range: Range<Int>
    var bytes: [UInt8]

    init(_ range: Range<Int>, _ bytes: [UInt8] = []) {
        self.range = range
        self.bytes = bytes
    }

    init(insert bytes: [UInt8], at offset: Int) { self.init(offset..<offset, bytes) }
}

/// Edits of one text, applied in one pass.
struct TextEdits {
    private var edits: [TextEdit] = []

    var isEmpty: Bool { edits.isEmpty }

    mutating func append(_ edit: TextEdit) { edits.append(edit) }
    mutating func append(contentsOf other: TextEdits) { edits += other.edits }

    /// Edits in the order of their places; those at one place in the order in which they were made.
    private var sorted: [TextEdit] {
        var isSorted = true
        for index in edits.indices.dropFirst()
        where edits[index].range.lowerBound < edits[index - 1].range.lowerBound {
            isSorted = false
            break
        }
        if isSorted { return edits }
        return edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// Hands out the edited stretch of the text, piece by piece. Deletions may overlap; what is inserted within a
    /// deleted stretch stays.
    private func pieces(
        _ range: Range<Int>, _ kept: (Range<Int>) -> Void, _ inserted: ([UInt8]) -> Void
    ) {
        var offset = range.lowerBound
        for edit in sorted {
            if edit.range.lowerBound > offset {
                kept(offset..<edit.range.lowerBound)
                offset = edit.range.lowerBound
            }
            if !edit.bytes.isEmpty { inserted(edit.bytes) }
            offset = max(offset, edit.range.upperBound)
        }
        if offset < range.upperBound { kept(offset..<range.upperBound) }
    }

    /// A stretch of the text with the edits in it applied.
    func applied(to source: SourceBytes, in range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        pieces(range, { result += source.array($0) }, { result += $0 })
        return result
    }

    /// The whole text with the edits applied, in memory of its own with room for the padding.
    func applied(to source: SourceBytes) -> (arena: Arena, byteCount: Int) {
        var count = 0
        pieces(0..<source.count, { count += $0.count }, { count += $0.count })
        let arena = Arena(size: count + SourceBytes.padding)
        var offset = 0
        // The pieces are those counted above, so they fit; the buffers do not leave the calls.
        pieces(0..<source.count) { range in
            let piece = unsafe UnsafeRawBufferPointer(source.buffer(range))
            if let start = piece.baseAddress {
                unsafe (arena.base + offset).copyMemory(from: start, byteCount: piece.count)
            }
            offset += range.count
        } _: { bytes in
            unsafe bytes.withUnsafeBytes {
                unsafe (arena.base + offset).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
            offset += bytes.count
        }
        return (arena, count)
    }
}
