public import FoundationEssentials
public import SettingsSyntax

/// A collection of records that lives in a file: in memory for reading, one durable transaction for each save.
///
/// ```swift
/// struct Question: Codable, Identifiable, Sendable {
///     var id: String
///     var text: String
/// }
///
/// let repository = LocalRepository<Question>()
/// try await repository.save(Question(id: "q-001", text: "Why?"))
/// let question = await repository.find(by: "q-001")
/// ```
/// On disk it is a JSON array, in the order in which the records were first saved; comments and other keys that
/// somebody put there stay. The file is watched: what is edited by hand, or saved by another process, is found.
///
/// A file that cannot be read is never taken for an empty one: `loadError` tells, and saving throws, until it is mended.
/// Reading gives the last good records, which are none where the file could not be read to begin with.
///
/// Records are meant to be values: an object that is changed in place is changed for every reader, saved or not.
public actor LocalRepository<T: Codable & Identifiable & Sendable> where T.ID == String {
    private let engine: Engine<RecordsModel<T>>?
    /// Why there is no storage at all.
    private let refusal: SettingsError?

    /// Loads `filename` in the user's documents directory (`XDG_DOCUMENTS_DIR`, else `~/Documents`).
    public init(filename: String = "data.json") {
        self.init(path: DocumentsDirectory.path + "/" + filename, filename: filename)
    }

    /// Loads `filename` in `directory`, now. A missing file is an empty collection; the first save makes it, and the
    /// directory.
    ///
    /// - Parameters:
    ///   - directory: a file URL.
    ///   - filename: a name, not a path.
    public init(directory: URL, filename: String = "data.json") {
        guard directory.isFileURL else {
            self.init(
                refusing: SettingsError(
                    .invalidFile, "the directory \(directory.absoluteString) is not a file URL",
                    hint: "make it with URL(filePath:)"))
            return
        }
        let path = directory.path(percentEncoded: false)
        self.init(path: path + (path.hasSuffix("/") ? "" : "/") + filename, filename: filename)
    }

    /// Keeps the records in any storage: `MemoryStorage` for tests.
    public init(storage: any SettingsStorage) {
        let model = RecordsModel<T>()
        let loaded: InitialLoad<RecordsModel<T>>
        do throws(SettingsError) {
            loaded = try InitialLoad(model, storage)
        } catch {
            loaded = InitialLoad(.init(records: Records(), document: nil), rejected: error)
        }
        engine = Engine(model, storage: storage, loaded: loaded)
        refusal = nil
    }

    private init(path: String, filename: String) {
        if let fault = Self.fault(in: filename) {
            self.init(refusing: SettingsError(.invalidFile, fault, file: filename, hint: "give a plain name"))
            return
        }
        do throws(SettingsError) {
            var options = FileStorage.Options()
            options.createsDirectories = true
            self.init(storage: try FileStorage(path: path, options: options))
        } catch {
            self.init(refusing: error)
        }
    }

    private init(refusing error: SettingsError) {
        engine = nil
        refusal = error
    }

    /// Why the file's records are not here, or nil when they are.
    public var loadError: SettingsError? {
        if let refusal { return refusal }
        guard case .rejected(let error) = engine?.board.status else { return nil }
        return error
    }

    /// How the repository stands.
    public var status: SettingsStatus { engine?.status ?? .rejected(refused) }

    /// The record with this id, or nil.
    public func find(by id: String) -> T? { readable?[id] }

    /// All records, in the order in which they were first saved.
    public func loadAll() -> [T] { readable?.list ?? [] }

    /// Saves a record: in the place of the one with its id, else behind the last. Durable when it returns.
    ///
    /// - Throws: `SettingsError` when the file is not valid, or cannot be written; nothing is changed then.
    public func save(_ item: T) async throws { try await change { $0.save(item) } }

    /// Saves many records in one transaction: all of them, or none.
    ///
    /// - Throws: as `save(_:)`.
    public func save(contentsOf items: some Sequence<T> & Sendable) async throws {
        try await change { for item in items { $0.save(item) } }
    }

    /// Deletes the record with this id; that there is none is no error.
    ///
    /// - Throws: as `save(_:)`.
    public func delete(_ id: String) async throws { try await change { $0.delete(id) } }

    /// Looks at the file now.
    ///
    /// - Throws: `SettingsError` when it is not valid.
    public func reload() async throws(SettingsError) {
        guard let engine else { throw refused }
        try await engine.reload()
    }

    /// All records: first as they are now, then each time they change.
    public var values: AsyncStream<[T]> {
        engine?.stream { _, now in now.state.records.list } ?? AsyncStream { $0.finish() }
    }

    /// Each change from here on, by ids.
    public var changes: AsyncStream<RecordsChange> {
        let encoder = SettingsEncoder()
        return engine?.changes { last, now in
            RecordsChange(
                from: last.state, to: now.state, encoder: encoder, origin: now.origin, revision: now.number)
        } ?? AsyncStream { $0.finish() }
    }

    /// What happens beside changes, as `SettingsRepository.events`.
    public var events: AsyncStream<SettingsEvent> { engine?.events() ?? AsyncStream { $0.finish() } }

    /// Ends the watch and the streams; records can still be read, and no longer saved.
    public func close() { engine?.close() }

    /// The last good records; nil where there is no file to keep any in.
    private var readable: Records<T>? {
        engine?.comeBy()
        return engine?.board.current.state.records
    }

    private var refused: SettingsError {
        refusal ?? SettingsError(.invalidFile, "there is no file to keep the records in")
    }

    private func change(_ body: @escaping @Sendable (inout Records<T>) -> Void) async throws {
        guard let engine else { throw refused }
        do {
            try await engine.update { body(&$0) }
        } catch let error as SettingsError {
            throw error.naming(engine.storage.name)
        }
    }

    private static func fault(in filename: String) -> String? {
        if filename.isEmpty { return "the filename is empty" }
        if filename.utf8.contains(UInt8(ascii: "/")) { return "the filename is a path" }
        if filename == "." || filename == ".." { return "the filename is a directory's" }
        return FilePath.fault(in: filename).map { "the filename is not usable: \($0)" }
    }
}

extension SettingsError {
    /// The error with the file that it is about, where it does not tell.
    fileprivate func naming(_ name: String) -> SettingsError {
        var error = self
        if error.file == nil, error.location == nil { error.file = name }
        error.others = others.map { $0.naming(name) }
        return error
    }
}
