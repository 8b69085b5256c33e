/// A place in a settings file.
public struct SourceLocation: Sendable, Hashable {
    /// Bytes from the beginning of the file, a byte order mark included.
    public var offset: Int
    /// The line, from 1. LF, CRLF and a lone CR each end a line.
    public var line: Int
    /// The column, from 1, in Unicode scalars from the beginning of the line (as compilers and editors count).
    public var column: Int

    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}
