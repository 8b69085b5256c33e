/// Changes and events in one stream and in their order, for `settingsctl watch`.
package enum FeedElement<State: AnyObject & Sendable>: Sendable {
    case current(Revision<State>)
    case change(from: Revision<State>, to: Revision<State>)
    case event(SettingsEvent)
}

extension Engine {
    func feed() -> AsyncStream<FeedElement<Model.State>> {
        let subscriber = subscriber()
        let (first, begin, end) = board.state.withLock { ($0.revision, $0.standing, $0.events.end) }
        let beginning = [FeedElement<Model.State>.current(first)] + begin.map { .event($0) }
        let opening = Locked(beginning[...])
        let place = Locked<(revision: StateRevision, event: Int)>((first, end))
        return AsyncStream(
            unfolding: {
                if let element = opening.withLock({ $0.popFirst() }) { return element }
                while true {
                    let (last, event) = place.withLock { $0 }
                    let next = await subscriber.next { state -> Subscriber<Model>.Answer<FeedElement<Model.State>> in
                        let pending = state.events.entry(from: event)
                        // An event that came before the newest revision was published goes first.
                        if let pending,
                            pending.entry.revision < state.revision.number || state.revision.number == last.number
                        {
                            return .element(.event(pending.entry.event))
                        }
                        if state.revision.number > last.number {
                            return .element(.change(from: last, to: state.revision))
                        }
                        return .nothing
                    }
                    guard let next else { return nil }
                    switch next {
                    case .current: break
                    case .event: place.withLock { $0.event += 1 }
                    case .change(let from, let to):
                        place.withLock { $0.revision = to }
                        if subscriber.board.model.isSame(from.state, to.state) { continue }
                    }
                    return next
                }
            }, onCancel: { subscriber.cancel() })
    }
}
