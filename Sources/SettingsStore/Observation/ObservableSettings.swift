public import Observation
import SettingsSyntax

/// A repository's settings for observing code on the main actor: a view model, a status page, a terminal interface.
///
/// ```swift
/// let settings = ObservableSettings(repository)
/// print(settings.port)                                     // any member of the struct, without an await
/// try await settings.update { $0.port = 9090 }             // durable when it returns, and seen here
/// ```
/// It follows the repository until it goes itself, or until the repository is closed.
@MainActor
@Observable
@dynamicMemberLookup
public final class ObservableSettings<Settings: Codable & Sendable> {
    /// The settings as this actor knows them: always a whole revision, never older than one that was seen before.
    public private(set) var value: Settings
    /// How the repository stands.
    public private(set) var status: SettingsStatus

    @ObservationIgnored private let repository: SettingsRepository<Settings>
    /// The revision of `value`: a stream's element may arrive after an update has already brought a newer one.
    @ObservationIgnored private var revision: Int
    @ObservationIgnored private var followers: [Task<Void, Never>] = []

    /// Begins with the repository's value of this moment, and follows it.
    public init(_ repository: SettingsRepository<Settings>) {
        self.repository = repository
        let engine = repository.engine
        let current = engine.board.current
        value = current.state.value
        revision = current.number
        status = engine.board.status
        let revisions = engine.stream { _, now in now }
        let states = engine.statuses()
        followers = [
            Task { [weak self] in for await revision in revisions { self?.take(revision) } },
            Task { [weak self] in for await status in states { self?.status = status } },
        ]
    }

    isolated deinit { for follower in followers { follower.cancel() } }

    public subscript<Value>(dynamicMember key: KeyPath<Settings, Value>) -> Value { value[keyPath: key] }

    /// Changes the settings, as `SettingsRepository.update`; when it returns, `value` is at least that new.
    @discardableResult
    public func update<Result: Sendable>(
        _ body: @escaping @Sendable (inout Settings) throws -> Result
    ) async throws -> Result {
        let result = try await repository.update(body)
        take(repository.engine.board.current)
        return result
    }

    private func take(_ newer: Revision<SettingsModel<Settings>.State>) {
        guard newer.number > revision else { return }
        revision = newer.number
        value = newer.state.value
    }
}
