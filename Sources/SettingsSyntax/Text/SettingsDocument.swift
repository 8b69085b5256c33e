/// The text of a settings file together with what it says.
///
/// A document keeps every byte: comments, order, indentation, the way a number is written. Edits change the bytes of
/// the values that they concern and no others. Copies share their storage.
/// ```swift
/// var document = try SettingsDocument("{ \"port\": 8080 } // local")
/// try document.set(9090, at: ["port"])
/// print(document.text)    // { "port": 9090 } // local
/// ```
public struct SettingsDocument: Sendable {
    /// What happens when an object has the same key twice.
    public enum DuplicateKeys: Sendable, Hashable {
        /// The document is refused, with both places named. The default.
        case refused
        /// The last member counts, as most parsers of JSON have it. `duplicates` tells where; such a document cannot
        /// be edited, since an edit could not please both of its readers.
        case lastCounts
    }

    /// The largest limit of nesting; a larger one is taken as this.
    ///
    /// Values are freed level by level, which at this depth takes a third of a megabyte of whatever stack it happens on.
    public static let highestMaximumDepth = 1024

    /// How many keys that stand twice are told.
    private static let duplicatesAtMost = 100

    package private(set) var storage: DocumentStorage
    /// How the text was read, and how it is read again after an edit.
    public let format: SettingsFormat
    /// The file, as it is to be named in errors; nil where there is none.
    public var file: String?
    /// Containers within containers that were allowed.
    public let maximumDepth: Int
    /// One error for each key that stands twice in its object, in the order of the text, for the first hundred. Empty
    /// unless such a document was asked for.
    public private(set) var duplicates: [SettingsError] = []

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - format: What is accepted.
    ///   - file: The name that errors are to give.
    ///   - maximumDepth: How many containers may lie within each other, at most 1024.
    ///   - duplicateKeys: What to make of the same key twice in one object.
    /// - Throws: The first fault of the text, with its place.
    public init(
        bytes: [UInt8], format: SettingsFormat = .json5, file: String? = nil, maximumDepth: Int = 512,
        duplicateKeys: DuplicateKeys = .refused
    ) throws(SettingsError) {
        let arena = Arena(size: bytes.count + SourceBytes.padding)
        // The arena has room for the text and the padding behind it; the buffer does not leave the call.
        unsafe bytes.withUnsafeBytes {
            if let start = $0.baseAddress { unsafe arena.base.copyMemory(from: start, byteCount: $0.count) }
        }
        try self.init(
            arena: arena, byteCount: bytes.count, format: format, file: file, maximumDepth: maximumDepth,
            duplicateKeys: duplicateKeys)
    }

    /// Reads a document from a string.
    ///
    /// - Throws: The first fault of the text, with its place.
    public init(
        _ text: String, format: SettingsFormat = .json5, file: String? = nil, maximumDepth: Int = 512,
        duplicateKeys: DuplicateKeys = .refused
    ) throws(SettingsError) {
        try self.init(
            bytes: Array(text.utf8), format: format, file: file, maximumDepth: maximumDepth,
            duplicateKeys: duplicateKeys)
    }

    /// A document over memory that it takes over: the text, then room for the padding, which this fills.
    init(
        arena: Arena, byteCount: Int, format: SettingsFormat, file: String?, maximumDepth: Int,
        duplicateKeys: DuplicateKeys = .refused
    ) throws(SettingsError) {
        // The caller has left room for the padding.
        unsafe (arena.base + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: SourceBytes.padding)
        let depth = min(max(maximumDepth, 0), Self.highestMaximumDepth)
        // The arena holds text and padding, and lives until this function ends or the storage goes.
        let source = unsafe SourceBytes(base: arena.base.assumingMemoryBound(to: UInt8.self), count: byteCount)
        var parser = JSONParser(
            source: source, json5: format == .json5, maximumDepth: depth,
            refusesDuplicates: duplicateKeys == .refused)
        parser.parse()
        if let fault = parser.fault {
            let error = FaultReport(source: source, format: format, file: file, fault: fault, maximumDepth: depth).error
            parser.arena.free()
            arena.free()
            throw error
        }
        let tape = parser.arena.shrunk(to: parser.nodeCount * MemoryLayout<TapeNode>.stride)
        storage = DocumentStorage(
            text: arena, byteCount: byteCount, tape: tape, nodeCount: parser.nodeCount, depth: parser.deepest,
            tables: parser.tables, hasDuplicates: !parser.duplicates.isEmpty)
        self.format = format
        self.file = file
        self.maximumDepth = depth
        guard !parser.duplicates.isEmpty else { return }
        // Of an object that got a table while it already had such keys, the parser tells them again.
        var told: Set<Int> = []
        let places = parser.duplicates.sorted { $0.second < $1.second }.filter { told.insert($0.second).inserted }
        duplicates = places.prefix(Self.duplicatesAtMost).map { first, second in
            let fault = ParseFault(
                kind: .duplicateKey, offset: storage.range(second).lowerBound, other: storage.range(first).lowerBound)
            var error = FaultReport(source: source, format: format, file: file, fault: fault, maximumDepth: depth).error
            error.key = storage.path(of: second)
            return error
        }
    }

    /// A document that was written with its index.
    init(storage: DocumentStorage, format: SettingsFormat, maximumDepth: Int) {
        self.storage = storage
        self.format = format
        self.maximumDepth = maximumDepth
    }

    /// The text, byte by byte as it was read or edited: a copy.
    public var bytes: [UInt8] { storage.source.array(0..<storage.byteCount) }

    /// The text.
    public var text: String { storage.source.string(0..<storage.byteCount) }

    /// Calls `body` with the bytes of the text, without copying them.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        // The storage outlives the call, and a span cannot leave it.
        return try body(unsafe Span(_unsafeElements: storage.source.buffer(0..<storage.byteCount)))
    }

    mutating func replaceStorage(with other: SettingsDocument) { storage = other.storage }
    mutating func replaceStorage(with other: DocumentStorage) { storage = other }
}

extension SettingsDocument: CustomStringConvertible {
    public var description: String { text }
}
