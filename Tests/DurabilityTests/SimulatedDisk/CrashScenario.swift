import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// One write on a simulated disk, with somebody else saving at a chosen call or nobody, and every state that a crash
/// during it can leave.
struct CrashScenario {
    static let file = "settings.json"
    static let path = SimulatedDisk.directory + "/" + file
    static let lock = ".settings.json.lock"

    /// Another program's save.
    enum Foreign: Hashable {
        case renaming(flushingDirectory: Bool)
        case inPlace
    }

    enum Crash {
        /// What was not flushed is lost, in part.
        case power
        /// The process is killed.
        case kill
    }

    /// A state to find after a crash, and what must be true of it.
    struct Found: Hashable {
        var contents: DiskContents
        /// The update had returned.
        var isAcknowledged: Bool
        /// The other program's save had happened, and was durable.
        var hasForeign: Bool
    }

    /// How a run without a crash went.
    struct Course {
        var found: Set<Found> = []
        var calls: [InterceptedCalls.Call] = []
        var final: DiskContents
        var keptAside: [String] = []
    }

    var start: DiskContents
    var options = FileStorage.Options()
    var foreign: Foreign?
    /// Before which call the other program saves.
    var foreignCall = 0
    var hasLeases = true
    /// Whether it is one write of many in a row: then the version before the last is there to be written over.
    var isInRow = false
    /// Flushes that have no effect: a disk that does not keep its word.
    var ignoredFlushes: Set<SimulatedDisk.Flush> = []

    /// What the update sets.
    var update = (key: "a", value: 1)
    /// What the other program writes.
    static let foreignText = "{\"b\":7,\"n\":5}"

    /// - Parameter crash: which states to collect; nil for none.
    func run(_ crash: Crash?) throws -> Course {
        let disk = SimulatedDisk(start, hasLeases: hasLeases, ignoring: ignoredFlushes)
        let log = Locked(Course(final: start))
        let lastChange = Locked(-1)
        let note: @Sendable (Bool) -> Void = { isAcknowledged in
            let (contents, hasForeign) = disk.state.withLock { state in
                state.lookForForeignSave()
                return (state.contents, state.hasForeignSave)
            }
            guard let crash else { return }
            let states = crash == .power ? contents.crashes() : [contents.killed()]
            log.withLock { log in
                for state in states {
                    log.found.insert(
                        Found(contents: state.withoutClock, isAcknowledged: isAcknowledged, hasForeign: hasForeign))
                }
            }
        }
        let (foreign, foreignCall) = (foreign, foreignCall)
        let isOn = Locked(!isInRow)
        let calls = InterceptedCalls(disk) { call throws(SystemError) in
            if !isOn.withLock({ $0 }) { return }
            let index = log.withLock { log in
                log.calls.append(call)
                return log.calls.count - 1
            }
            if index == foreignCall, let foreign { disk.save(foreign) }
            let changes = disk.changes
            let isNew = lastChange.withLock { last in
                defer { last = changes }
                return last != changes
            }
            if isNew { note(false) }
        }
        let storage = try FileStorage(
            path: Self.path, options: options, calls: calls, keepsSpareAfter: isInRow ? 0 : .max)
        if isInRow {
            try storage.transact(KeyTransaction("n", 4))
            try storage.transact(KeyTransaction("n", 5))
            isOn.withLock { $0 = true }
        }
        let transaction = KeyTransaction(update.key, update.value)
        try storage.transact(transaction)
        note(true)
        return log.withLock { log in
            log.final = disk.contents
            log.keptAside = transaction.keptAside
            return log
        }
    }
}

extension SimulatedDisk {
    func save(_ foreign: CrashScenario.Foreign) {
        switch foreign {
        case .renaming(let flushing):
            saveByRenaming(CrashScenario.foreignText, over: CrashScenario.file, flushingDirectory: flushing)
        case .inPlace: saveInPlace(CrashScenario.foreignText, into: CrashScenario.file)
        }
    }
}
