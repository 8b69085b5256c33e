import Glibc
import SettingsStore
import Synchronization

// A process for the tests to run many of, and to kill.
//
//     StoreWorker increment FILE COUNT [KEY]
//                                           adds one to `counter`, or to `tasks.KEY`, COUNT times
//     StoreWorker count FILE TASKS          counts up in TASKS keys at once, for ever, and prints each number when its
//                                           update has returned
//     StoreWorker starve - 0                has a text in memory go bad with all descriptors in use, and prints that it
//                                           was looked at again

struct Counters: Codable, Sendable, Equatable {
    var counter = 0
    var tasks: [String: Int] = [:]
}

func print(line: String) {
    // In one call: a line is whole or not there.
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

/// A text in memory that counts how often it is looked at.
final class CountedStorage: SettingsStorage {
    let base = MemoryStorage("{}")
    let looks = Atomic(0)

    var name: String { base.name }

    func read(insisting: Bool) throws(SettingsError) -> StorageReading {
        looks.add(1, ordering: .relaxed)
        return try base.read(insisting: insisting)
    }

    func transact(_ transaction: any StorageTransaction) throws(SettingsError) { try base.transact(transaction) }

    func watch(_ handler: @escaping @Sendable (StorageSignal) -> Void) -> any StorageWatch { base.watch(handler) }
}

/// A bad text is looked at again before it is told: here in a process that has run no task, and has no descriptor left for
/// the timers that the runtime makes with the first.
func starve() throws -> Never {
    let storage = CountedStorage()
    let repository = try SettingsRepository(storage: storage, defaults: Counters())
    while unsafe open("/dev/null", O_RDONLY) >= 0 {}
    storage.base.edit("{")
    let before = storage.looks.load(ordering: .relaxed)
    withExtendedLifetime(repository) {
        while storage.looks.load(ordering: .relaxed) == before { usleep(1000) }
    }
    print(line: "looked again")
    exit(0)
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let number = Int(arguments[3]) else {
    print(line: "usage: StoreWorker increment|count FILE NUMBER")
    exit(2)
}
do {
    if arguments[1] == "starve" { try starve() }
    let repository = try SettingsRepository(path: arguments[2], defaults: Counters())
    if arguments[1] == "increment" {
        let key = arguments.count > 4 ? arguments[4] : nil
        for _ in 0..<number {
            try await repository.update { counters in
                if let key { counters.tasks[key, default: 0] += 1 } else { counters.counter += 1 }
            }
        }
    } else {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<number {
                group.addTask {
                    while true {
                        let count = try await repository.update { counters in
                            counters.tasks["\(task)", default: 0] += 1
                            return counters.tasks["\(task)"] ?? 0
                        }
                        print(line: "\(task) \(count)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
} catch {
    print(line: "\(error)")
    exit(1)
}
