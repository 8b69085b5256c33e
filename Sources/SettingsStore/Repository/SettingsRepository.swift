public import SettingsSyntax

/// Typed settings that live in a file: kept in memory, written back without losing a comment, reloaded when anybody
/// edits them, and handed to whoever wants to follow them.
///
/// ```swift
/// struct ServerSettings: Codable, Sendable {
///     var host = "127.0.0.1"
///     var port = 8080
/// }
///
/// let repository = try SettingsRepository(path: "/etc/myservice/settings.json", defaults: ServerSettings())
///
/// print(await repository.value.port)
/// try await repository.update { $0.port = 9090 }
/// for await port in await repository.values(of: \.port) { print("now on \(port)") }
/// ```
///
/// - **The value** is always one that decoded and was acceptable. A file that is broken or gone leaves the last good
///   one standing; `status` and `events` tell.
/// - **A key** that the file leaves out has the value that it has in `defaults`, at any depth.
/// - **Reading** costs an actor's hop and touches no disk. Nothing but `update` and `set` ever writes.
/// - The watch ends with `close()` or with the last reference to the repository; so do its streams.
public actor SettingsRepository<Settings: Codable & Sendable> {
    let engine: Engine<SettingsModel<Settings>>
    /// The value of the revision that was read last, so that a read only compares one number. What it needs is known to
    /// clients, whose compiler then makes it a few instructions for their own type. Exclusivity needs no checking: the
    /// two are read and set whole, by this actor alone, and no code of others runs meanwhile.
    @exclusivity(unchecked) @usableFromInline var latest: Settings
    @exclusivity(unchecked) @usableFromInline var latestNumber = 1
    @usableFromInline let revisionNumber: RevisionNumber

    /// Loads the settings file at `path`, now, and begins to watch it.
    ///
    /// A missing file is no error: the defaults stand, and the first `update` makes it.
    /// - Parameters:
    ///   - path: the file; a relative path counts from the directory the process is in now.
    ///   - defaults: the value of every key that the file leaves out.
    ///   - options: how the file is kept.
    ///   - format: `.json5` (JSON with comments and more), or `.json` to accept nothing but RFC 8259.
    /// - Throws: `SettingsError` when the file is there and cannot be read, does not parse, does not decode, or is not
    ///   acceptable to `ValidatableSettings`; when there is none, and the defaults are not acceptable. The file is left
    ///   as it is.
    public init(
        path: String, defaults: Settings, options: FileStorage.Options = FileStorage.Options(),
        format: SettingsFormat = .json5
    ) throws(SettingsError) {
        try self.init(storage: FileStorage(path: path, options: options), defaults: defaults, format: format)
    }

    /// Loads the settings from any storage: `MemoryStorage` for tests.
    ///
    /// - Throws: as `init(path:defaults:options:format:)`.
    public init(
        storage: any SettingsStorage, defaults: Settings, format: SettingsFormat = .json5
    ) throws(SettingsError) {
        try self.init(storage: storage, defaults: defaults, format: format, checksDefaults: true)
    }

    /// The same, for somebody who may be about to make the file that makes the defaults acceptable.
    package init(
        storage: any SettingsStorage, defaults: Settings, format: SettingsFormat = .json5, checksDefaults: Bool
    ) throws(SettingsError) {
        let model = try SettingsModel(defaults: defaults, format: format)
        let loaded = try InitialLoad(model, storage)
        if checksDefaults, loaded.document == nil { try model.checkDefaults(file: storage.name) }
        engine = Engine(model, storage: storage, loaded: loaded)
        unsafe latest = loaded.state.value
        revisionNumber = engine.board.revisionNumber
    }

    /// The settings now, from memory.
    public var value: Settings {
        @inlinable
        @inline(__always)
        get {
            if unsafe revisionNumber.current != latestNumber { refresh() }
            return unsafe latest
        }
    }

    @usableFromInline
    func refresh() {
        engine.comeBy()
        let current = engine.board.current
        unsafe latest = current.state.value
        unsafe latestNumber = current.number
    }

    /// The settings for code that cannot wait: see `SettingsReader`.
    public nonisolated var reader: SettingsReader<Settings> {
        engine.comeBy()
        return SettingsReader(engine.board.readerCell())
    }

    /// How the repository stands at this moment.
    public var status: SettingsStatus { engine.status }

    /// The number of the current revision. It grows with every change of the value and starts at 1.
    public var revision: Int { engine.board.current.number }

    /// Keys of the file that the settings do not know, each with its place and, where one is near, the right spelling.
    public var warnings: [SettingsError] { engine.board.warnings }

    /// Changes the settings: one transaction, durable when this returns.
    ///
    /// `body` is applied to what the file holds at that moment, whoever wrote it last, so that increments from many
    /// processes add up. Only what it changed is written; the rest of the text stays as it is. Where somebody else's
    /// save comes in between, `body` is applied again, to that; so it should do nothing but change its argument.
    /// Updates that come while one is being written are written together with the next.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `SettingsError` when the result is not acceptable, when the file is not valid at
    ///   the moment (it is never overwritten), or when it cannot be written. Then nothing is changed, on disk or in
    ///   memory.
    @discardableResult
    public func update<Result: Sendable>(
        _ body: @escaping @Sendable (inout Settings) throws -> Result
    ) async throws -> Result {
        try await engine.update(body)
    }

    /// Sets one value: `update` in short.
    ///
    /// ```swift
    /// try await repository.set(\.limits.connections, to: 500)
    /// ```
    public func set<Value: Sendable>(
        _ key: any WritableKeyPath<Settings, Value> & Sendable, to value: Value
    ) async throws {
        try await engine.update { $0[keyPath: key] = value }
    }

    /// Looks at the file now and returns when the value is what is in it: for a service's SIGHUP.
    ///
    /// With a working watch there is no need to.
    /// - Throws: `SettingsError` when the file cannot be read or is not valid; the last good value stands.
    public func reload() async throws(SettingsError) { try await engine.reload() }

    /// Ends the watch and, after what they have not yet delivered, the streams. What was being written still is.
    ///
    /// The value can be read as before; `update` throws (`.closed`).
    public func close() { engine.close() }
}
