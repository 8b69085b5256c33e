/// The streams over the board: each subscriber is owed the newest state, not every one in between.
extension Engine {
    typealias StateRevision = Revision<Model.State>

    /// A stream that first gives what `element` makes of the current revision, and then of each newer one that differs.
    ///
    /// - Parameter element: from the revision delivered last (nil at first) and the newest one; nil passes over it.
    func stream<Element: Sendable>(
        _ element: @escaping @Sendable (_ last: StateRevision?, _ now: StateRevision) -> Element?
    ) -> AsyncStream<Element> {
        stream(after: nil, element)
    }

    /// The same from the changes on that come after this call.
    func changes<Element: Sendable>(
        _ element: @escaping @Sendable (_ last: StateRevision, _ now: StateRevision) -> Element?
    ) -> AsyncStream<Element> {
        stream(after: board.current) { last, now in last.flatMap { element($0, now) } }
    }

    /// A place at the board for a stream that begins.
    func subscriber() -> Subscriber<Model> {
        comeBy()
        return Subscriber(board)
    }

    private func stream<Element: Sendable>(
        after first: StateRevision?,
        _ element: @escaping @Sendable (_ last: StateRevision?, _ now: StateRevision) -> Element?
    ) -> AsyncStream<Element> {
        let subscriber = subscriber()
        let seen = Locked(Seen(latest: first))
        return AsyncStream(
            unfolding: {
                while true {
                    var (last, version): (StateRevision?, Int?) = (nil, nil)
                    seen.withLock { seen in
                        // The one before the last is let go now, not between the next one's wake and its element.
                        seen.former = nil
                        last = seen.latest
                        version = seen.version
                    }
                    let found = await subscriber.revision(after: last?.number ?? 0, atVersion: version)
                    guard let (next, at) = found else { return nil }
                    seen.withLock { seen in
                        seen.former = last
                        seen.latest = next
                        seen.version = at
                    }
                    // There and back again while nobody looked is no change.
                    if let last, next.number > last.number + 1, subscriber.board.model.isSame(last.state, next.state) {
                        continue
                    }
                    if let element = element(last, next) { return element }
                }
            }, onCancel: { subscriber.cancel() })
    }

    /// What a stream has delivered.
    private struct Seen {
        var latest: StateRevision?
        /// The one before, kept until the next element is asked for.
        var former: StateRevision?
        /// A version of the board that has nothing newer.
        var version: Int?
    }

    /// How things stand, and what happens from now on; who falls behind by more than `EventLog.capacity` misses the
    /// oldest.
    func events() -> AsyncStream<SettingsEvent> {
        let subscriber = subscriber()
        let (begin, end) = board.state.withLock { ($0.standing, $0.events.end) }
        let standing = Locked(begin[...])
        let place = Locked(end)
        return AsyncStream(
            unfolding: {
                if let event = standing.withLock({ $0.popFirst() }) { return event }
                let from = place.withLock { $0 }
                let next = await subscriber.next { state in
                    state.events.entry(from: from).map { .element(($0.number, $0.entry.event)) } ?? .nothing
                }
                guard let next else { return nil }
                place.withLock { $0 = next.0 + 1 }
                return next.1
            }, onCancel: { subscriber.cancel() })
    }

    /// The status: first as it is now, then each time it differs.
    func statuses() -> AsyncStream<SettingsStatus> {
        let subscriber = subscriber()
        let last = Locked<SettingsStatus?>(nil)
        return AsyncStream(
            unfolding: {
                let before = last.withLock { $0 }
                let next = await subscriber.next { state in
                    let status = state.status
                    return status == before ? .nothing : .element(status)
                }
                last.withLock { $0 = next ?? $0 }
                return next
            }, onCancel: { subscriber.cancel() })
    }
}
