/// How often a path is walked again without an event, and by which worker.
package struct SurveyRound: Sendable, Hashable {
    /// Nanoseconds.
    package var interval: Int64
    /// 0 for local paths; else the device: a server that does not answer holds up the paths on it and no others.
    package var lane: UInt64

    package init(interval: Int64, lane: UInt64 = 0) {
        self.interval = interval
        self.lane = lane
    }

    private static let second: Int64 = 1_000_000_000

    /// What a path needs, by its status.
    package init?(status: WatchStatus, walk: PathWalk, polling: Int64, slowLook: Int64?) {
        let lane =
            walk.silentFileSystem == nil ? 0 : walk.file?.identity.device ?? walk.steps.last?.directory.device ?? 0
        switch status {
        case .inotify:
            guard let slowLook else { return nil }
            self.init(interval: slowLook, lane: lane)
        case .polling(let limit) where limit.kind == .descriptors:
            // Nothing can be seen before there are some again, and that is mostly soon.
            self.init(interval: min(polling, Self.second), lane: lane)
        case .polling, .inotifyDegraded:
            self.init(interval: polling, lane: lane)
        case .unwatched: return nil
        }
    }
}

/// What a worker found.
struct SurveyReport: Sendable {
    struct Difference: Sendable {
        var id: Int
        var walk: PathWalk
    }

    var round: SurveyRound
    /// The paths that are not as they were when the survey began.
    var differences: [Difference]
}

/// Walking many paths off the owner's thread: `stat` blocks for as long as a dead server likes.
struct Survey: Sendable {
    struct Item: Sendable {
        var id: Int
        var path: WatchedPath
        var known: PathWalk?
    }

    var round: SurveyRound
    var items: [Item]

    func run() -> SurveyReport {
        var report = SurveyReport(round: round, differences: [])
        for item in items {
            let walk = PathWalker.walk(item.path)
            if walk != item.known, walk.isComplete { report.differences.append(.init(id: item.id, walk: walk)) }
        }
        return report
    }
}
