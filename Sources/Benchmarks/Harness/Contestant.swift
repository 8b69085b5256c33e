/// One of those that are measured in turn: a name and what it does.
struct Contestant {
    enum Body {
        /// Called in a loop long enough to be timed well.
        case sync(() throws -> Void)
        /// The same, for what awaits.
        case async(() async throws -> Void)
        /// Times itself, once a sample: for latencies that begin or end elsewhere.
        case timed(() async throws -> Duration)
    }

    var name: String
    var body: Body
    /// Checked after measuring, for p99: the limit on the ratio of the 99th percentiles.
    var tailLimit: Limit = .none

    /// What does its work at once.
    static func sync(_ name: String, _ body: @escaping () throws -> Void) -> Contestant {
        Contestant(name: name, body: .sync(body))
    }

    /// What awaits. It runs off the main actor, on a thread of the pool.
    static func async(_ name: String, _ body: @escaping () async throws -> Void) -> Contestant {
        Contestant(name: name, body: .async(body))
    }

    /// What gives the time of one run itself.
    static func timed(_ name: String, _ body: @escaping () async throws -> Duration) -> Contestant {
        Contestant(name: name, body: .timed(body))
    }

    /// The same, with a limit on the ratio of the 99th percentiles too (for a rival).
    func tail(_ limit: Limit) -> Contestant {
        var copy = self
        copy.tailLimit = limit
        return copy
    }
}
