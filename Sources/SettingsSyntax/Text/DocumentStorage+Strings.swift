extension DocumentStorage {
    /// The content of a string or a key: unquoted, escapes resolved.
    package func string(_ node: Int) -> String {
        let entry = self[node]
        let content = contentRange(entry)
        if !entry.flags.contains(.escaped) {
            // The parser has found the bytes to be valid UTF-8 already; the buffer does not leave the call.
            let buffer = unsafe source.buffer(content)
            return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: buffer)))
        }
        let bytes = Unescaping.content(of: source, content, identifier: entry.flags.contains(.unquoted))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Calls `body` with the UTF-8 of the content of a string or key, without making a string where it holds no escape.
    package func withUTF8<Result>(of node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let entry = self[node]
        let content = contentRange(entry)
        if !entry.flags.contains(.escaped) { return unsafe body(source.buffer(content)) }
        let bytes = Unescaping.content(of: source, content, identifier: entry.flags.contains(.unquoted))
        // The array outlives the call.
        return unsafe bytes.withUnsafeBufferPointer(body)
    }

    /// Where the content of a string or key lies, without its quotes.
    @inline(__always)
    package func contentRange(_ entry: TapeNode) -> Range<Int> {
        let quote = entry.flags.contains(.unquoted) ? 0 : 1
        return Int(entry.start) + quote..<Int(entry.end) - quote
    }

    /// Whether the content of a string or key is the same as that of another, here or in another document.
    package func contentEquals(_ node: Int, _ other: DocumentStorage, _ otherNode: Int) -> Bool {
        let left = self[node]
        let right = other[otherNode]
        if left.flags.contains(.escaped) || right.flags.contains(.escaped) {
            return unsafe withUTF8(of: node) { left in
                // Buffers are compared while both are borrowed.
                unsafe other.withUTF8(of: otherNode) { right in unsafe left.elementsEqual(right) }
            }
        }
        let leftContent = contentRange(left)
        let rightContent = other.contentRange(right)
        guard leftContent.count == rightContent.count else { return false }
        return source.matches(
            leftContent.lowerBound, other.source, rightContent.lowerBound, count: leftContent.count)
    }
}
