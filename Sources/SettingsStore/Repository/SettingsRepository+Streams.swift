import SettingsSyntax

/// Following a repository. Every stream ends when its task is cancelled, when the repository is closed, or when it
/// goes; none ever fails. A subscriber that is slow, or never reads, costs the same few bytes however much happens: it
/// gets the newest next.
extension SettingsRepository {
    /// The settings: first as they are now, then each time they change.
    public var values: AsyncStream<Settings> {
        engine.stream { _, now in now.state.value }
    }

    /// One value: first as it is now, then only when it differs.
    ///
    /// ```swift
    /// for await interval in await repository.values(of: \.interval) { restartTimer(interval) }
    /// ```
    public func values<Value: Equatable & Sendable>(
        of key: any KeyPath<Settings, Value> & Sendable
    ) -> AsyncStream<Value> {
        engine.stream { last, now in
            let value = now.state.value[keyPath: key]
            if let last, isSameElement(value, last.state.value[keyPath: key]) { return nil }
            return value
        }
    }

    /// Several values, always of one revision: first as they are now, then only when one of them differs.
    ///
    /// ```swift
    /// for await (host, port) in await repository.values(of: \.host, \.port) { listen(on: host, port) }
    /// ```
    ///
    /// Who follows them in streams of their own can see one of them changed and the other not yet.
    public func values<First: Equatable & Sendable, Second: Equatable & Sendable, each Other: Equatable & Sendable>(
        of first: any KeyPath<Settings, First> & Sendable, _ second: any KeyPath<Settings, Second> & Sendable,
        _ other: repeat any KeyPath<Settings, each Other> & Sendable
    ) -> AsyncStream<(First, Second, repeat each Other)> {
        let selection = Selection(first, second, repeat each other)
        return engine.stream { last, now in
            if let last, selection.isSame(last.state.value, now.state.value) { return nil }
            return .some(selection.values(of: now.state.value))
        }
    }

    /// Each change from here on, with what differs.
    ///
    /// `old` is always what this subscriber got last (the value at the time of this call, at first), so no change is
    /// ever missing between two elements.
    public var changes: AsyncStream<SettingsChange<Settings>> {
        engine.changes { last, now in
            SettingsChange(
                old: last.state.value, new: now.state.value,
                keys: last.state.difference(to: now.state)?.keys ?? [.root],
                origin: now.origin, revision: now.number)
        }
    }

    /// What happens beside changes: rejected edits, the file gone and back, how it is watched.
    ///
    /// First how things stand: how changes are noticed (`.watch`, once that is known), `.missing` or `.rejected` if so,
    /// `.unknownKeys` if there are any. Then what happens: each trouble that was told is followed by `.recovered` when it
    /// is over, also that of a file that was not there to begin with.
    public var events: AsyncStream<SettingsEvent> { engine.events() }

    /// Changes and events in one stream, in their order.
    package var feed: AsyncStream<FeedElement<SettingsModel<Settings>.State>> { engine.feed() }
}
