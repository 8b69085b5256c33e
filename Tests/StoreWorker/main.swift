import Glibc
import SettingsStore
import Synchronization

// A process for the tests to run many of, and to kill.
//
//     StoreWorker increment FILE COUNT [KEY]
//                                           adds one to `counter`, or to `tasks.KEY`, COUNT times
//     StoreWorker count FILE TASKS          counts up in TASKS keys at once, for ever, and prints each number when its
//                                           update has returned
//     StoreWorker forks FILE COUNT          forks COUNT children while it writes many times in a row, which end at once
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

/// Forks one child after the other; each calls `exit` at once, and is to come to its end.
func forkChildren(_ count: Int) throws {
    struct Unended: Error { var child: Int }
    // Swift hides the call; what may be done in the child is little.
    typealias Fork = @convention(c) () -> pid_t
    let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
    for child in 0..<count {
        let pid = fork()
        if pid == 0 {
            alarm(20)
            exit(0)
        }
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) == -1 && errno == EINTR {}
        if status != 0 { throw Unended(child: child) }
    }
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
    } else if arguments[1] == "forks" {
        for _ in 0..<12 { try await repository.update { $0.counter += 1 } }
        try forkChildren(1)
        print(line: "1 child has ended")
        // So that the test can look.
        while getchar() != 10 {}
        let writing = Task { while !Task.isCancelled { try await repository.update { $0.counter += 1 } } }
        try forkChildren(number)
        writing.cancel()
        _ = try? await writing.value
        print(line: "\(number) children have ended")
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
