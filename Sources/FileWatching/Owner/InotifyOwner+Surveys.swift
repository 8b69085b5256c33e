extension InotifyOwner {
    /// Has an entry surveyed in this round and in no other.
    func move(_ entry: WatchEntry, to round: SurveyRound?) {
        guard entry.round != round else { return }
        if let old = entry.round {
            rounds[old]?[entry.id] = nil
            if rounds[old]?.isEmpty == true {
                rounds[old] = nil
                deadlines.remove(.survey(old))
            }
        }
        entry.round = round
        guard let round else { return }
        rounds[round, default: [:]][entry.id] = entry
        if !deadlines.contains(.survey(round)), !surveying.contains(round) { arm(round) }
    }

    private func arm(_ round: SurveyRound) {
        deadlines.set(.survey(round), at: Nanoseconds.now + round.interval)
    }

    /// Lets a worker walk the paths of a round: one thread for as long as that takes, since it may take for ever.
    func startSurvey(_ round: SurveyRound) {
        guard let members = rounds[round] else { return }
        retryLimited(in: round)
        let items = members.values.compactMap { entry -> Survey.Item? in
            guard let path = entry.path else { return nil }
            let isNews = entry.awaitsQuiet || entry.isWalkUnseen || entry.isCutOff
            return Survey.Item(id: entry.id, path: path, known: isNews ? nil : entry.walk)
        }
        let survey = Survey(round: round, items: items)
        let thread = thread
        let hasStarted = WorkerThread.start(name: "file-survey") {
            thread.post(.surveyed(survey.run()))
        }
        if hasStarted { surveying.insert(round) } else { arm(round) }
    }

    func take(_ report: SurveyReport) {
        surveying.remove(report.round)
        if rounds[report.round] != nil { arm(report.round) }
        let now = Nanoseconds.wallClock
        for difference in report.differences {
            guard let entry = entries[difference.id] else { continue }
            if entry.walk != difference.walk || entry.isCutOff {
                // Walked again here, and looked at if it still differs: an event may have told before the worker did.
                markForWalk(entry, isUrgent: false)
            } else if entry.awaitsQuiet || entry.isWalkUnseen, difference.walk.isQuiet(at: now) {
                entry.awaitsQuiet = false
                entry.isSettled = true
                markForLook(entry, isUrgent: false)
            }
        }
    }

    // MARK: Back to inotify

    /// What was refused may be granted by now.
    private func retryLimited(in round: SurveyRound) {
        if libraryLimit != nil {
            startLibrary()
            if libraryLimit == nil {
                walkEverything()
            } else {
                // Another limit than the one told before?
                for entry in entries.values { update(entry) }
            }
        } else {
            retryLimited(Self.triesAtOnce)
        }
    }

    /// How many paths try at a time: what hinders one need not hinder the next, and thousands may be hindered for good.
    private static let triesAtOnce = 64

    /// Some paths try, in their turn; for each that succeeds another one does, and so on.
    func retryLimited(_ count: Int) {
        for _ in 0..<min(count, limited.count) {
            guard let id = limited.next(), let entry = entries[id] else { return }
            markForWalk(entry, isUrgent: false)
        }
    }
}
