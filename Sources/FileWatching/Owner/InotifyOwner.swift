internal import CLinux
internal import Synchronization

/// Everything that is watched in this process, on one thread.
///
/// The thread enters the actor once and stays: events, commands of other threads, jobs of actors that share the
/// executor and deadlines are worked off one after the other, and in between it sleeps. Nothing here blocks; walking a
/// path that a dead server may hold up is left to workers (``Survey``).
actor InotifyOwner {
    /// The watcher of this process. A child made by `fork` has none of its parent's threads, so it has a watcher of its own.
    static var shared: InotifyOwner { SharedOwner.owner }

    /// A moment that is waited for.
    enum Deadline: Hashable {
        case wake(Int)
        case survey(SurveyRound)
        /// A file that somebody has written and not closed may have been left alone.
        case leftAlone(Int)
    }

    nonisolated let thread = WatchThread()
    /// The process that it is of.
    nonisolated let process = clinux_forks()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private static let ids = Atomic(0)
    static func nextID() -> Int { ids.wrappingAdd(1, ordering: .relaxed).newValue }

    var library: InotifyLibrary?
    /// Why there is no library; only then paths are polled for want of it.
    var libraryLimit: WatchLimit?
    var entries: [Int: WatchEntry] = [:]
    var watches: [Int32: KernelWatch] = [:]
    var watchesByInode: [FileIdentity: KernelWatch] = [:]
    var deadlines = DeadlineQueue<Deadline>()
    var rounds: [SurveyRound: [Int: WatchEntry]] = [:]
    var surveying: Set<SurveyRound> = []
    /// Watches that were set or widened for the path that is being followed just now.
    var fresh: [KernelWatch] = []
    /// Paths that could not be watched, to be tried again.
    var limited = Turns()

    /// Entries for which an event has come.
    var urgent: [WatchEntry] = []
    /// Entries that are registered, or looked at for want of an event: they wait for the urgent ones.
    var bulk: [WatchEntry] = []
    var bulkStart = 0
    /// The library holds events that were not read yet, or may.
    var hasMoreEvents = false
    /// Events were lost; nothing that is known can be relied on.
    var hasOverflowed = false

    init() {}

    func run() {
        while true {
            let isBusy = hasMoreEvents || !urgent.isEmpty || bulkStart < bulk.count || thread.hasCommands
            let hasEvents = thread.wait(library?.descriptor ?? -1, until: isBusy ? 0 : deadlines.next())
            if hasEvents || hasMoreEvents { drain() }
            if hasOverflowed || isWasteful { startAfresh() }
            settleUrgent()
            for command in thread.takeCommands() {
                perform(command)
                // Ending a watch reads events; they do not wait until a thousand others have ended.
                settleUrgent()
            }
            settleBulk()
            fireDeadlines()
        }
    }

    // MARK: Commands

    private func perform(_ command: Command) {
        switch command {
        case .job(let job):
            // Unsafe: this is the executor's thread, and each job is run once.
            unsafe job.runSynchronously(on: thread.asUnownedSerialExecutor())
        case .register(let registration):
            guard !registration.token.isCancelled else { return }
            let entry = WatchEntry(registration)
            entries[entry.id] = entry
            guard entry.path != nil else { return }
            if library == nil, libraryLimit == nil { startLibrary() }
            markForWalk(entry, isUrgent: false)
        case .cancel(let id):
            guard let entry = entries.removeValue(forKey: id) else { return }
            remove(entry)
        case .wake(let id, let moment):
            if entries[id] != nil { deadlines.set(.wake(id), at: moment) }
        case .cancelWake(let id):
            deadlines.remove(.wake(id))
        case .followWriting(let id):
            if let entry = entries[id] { followWriting(entry) }
        case .surveyed(let report):
            take(report)
        }
    }

    private func remove(_ entry: WatchEntry) {
        entry.isCancelled = true
        deadlines.remove(.wake(entry.id))
        deadlines.remove(.leftAlone(entry.id))
        _ = limited.remove(entry.id)
        move(entry, to: nil)
        hold([], for: entry)
    }

    private func fireDeadlines() {
        guard !deadlines.isEmpty else { return }
        let now = Nanoseconds.now
        while let deadline = deadlines.popDue(at: now) {
            switch deadline {
            case .wake(let id): entries[id]?.send(.timer)
            case .survey(let round): startSurvey(round)
            case .leftAlone(let id): if let entry = entries[id] { lookIfLeftAlone(entry) }
            }
        }
    }

    // MARK: Deliveries

    private func settleUrgent() {
        // What comes in meanwhile is appended to a list of its own and has its turn next time.
        guard !urgent.isEmpty else { return }
        let due = urgent
        urgent.removeAll(keepingCapacity: true)
        for entry in due { settle(entry) }
    }

    private func settleBulk() {
        // In slices: a thousand registrations must not hold up one event.
        var budget = 16
        while bulkStart < bulk.count, budget > 0 {
            let entry = bulk[bulkStart]
            bulkStart += 1
            budget -= 1
            settle(entry)
        }
        if bulkStart == bulk.count {
            bulk = []
            bulkStart = 0
        }
    }

    private func settle(_ entry: WatchEntry) {
        guard entry.isPending, !entry.isCancelled else { return }
        entry.isPending = false
        let hadLook = entry.needsLook
        if hadLook { look(entry, isSettled: entry.isSettled) }
        guard entry.needsWalk else { return }
        entry.needsWalk = false
        let wasSwapped = entry.wasSwapped
        entry.wasSwapped = false
        let before = entry.walk
        let holdsChanged = follow(entry)
        update(entry)
        guard let walk = entry.walk, !entry.isCutOff || before == nil else { return }
        let isWatched = entry.status == .inotify
        // What the look found need not be what this walk did: something may have happened in between. Where it is certain
        // that an event will tell of it, the next look waits for that.
        let isTold = hadLook && isWatched && before.map { walk.keepsEntries(of: $0) } == true
        if before != walk, isTold { entry.isWalkUnseen = true }
        // New watches were not there yet when the file was looked at. And what turned may have turned back: that the walk
        // is the one of before does not tell what somebody saw meanwhile.
        if holdsChanged || entry.owesLook || (before != walk || entry.isWalkUnseen) && !isTold {
            let isQuiet = walk.isQuiet(at: Nanoseconds.wallClock)
            entry.awaitsQuiet = !isWatched && !isQuiet
            look(entry, isSettled: wasSwapped || isQuiet)
        }
    }

    private func look(_ entry: WatchEntry, isSettled: Bool) {
        entry.needsLook = false
        entry.isSettled = false
        entry.owesLook = false
        entry.isWalkUnseen = false
        entry.send(.look(settled: isSettled))
    }

    /// Tells the status where it is another one, and has the path surveyed as that needs.
    func update(_ entry: WatchEntry) {
        guard let walk = entry.walk else { return }
        let status = WatchStatus(library: libraryLimit, watch: entry.limit, walk: walk)
        if entry.limit != nil {
            limited.insert(entry.id)
        } else if limited.remove(entry.id) {
            // There is room: the next one may have some too.
            retryLimited(1)
        }
        let round = SurveyRound(status: status, walk: walk, polling: entry.polling, slowLook: entry.slowLook)
        move(entry, to: round)
        guard entry.status != status else { return }
        entry.status = status
        entry.send(.status(status))
    }

    func markForWalk(_ entry: WatchEntry, isUrgent: Bool) {
        guard entry.path != nil else { return }
        entry.needsWalk = true
        enqueue(entry, isUrgent: isUrgent)
    }

    func markForLook(_ entry: WatchEntry, isUrgent: Bool) {
        entry.needsLook = true
        enqueue(entry, isUrgent: isUrgent)
    }

    private func enqueue(_ entry: WatchEntry, isUrgent: Bool) {
        // An entry in both lists is settled when its first turn comes; the second finds nothing.
        guard !entry.isPending || isUrgent && !entry.isUrgent else { return }
        entry.isPending = true
        entry.isUrgent = isUrgent
        if isUrgent { urgent.append(entry) } else { bulk.append(entry) }
    }
}
