import Glibc
import SettingsStore

// A process for the tests to run many of, and to kill.
//
//     StoreWorker increment FILE COUNT [KEY]
//                                           adds one to `counter`, or to `tasks.KEY`, COUNT times
//     StoreWorker count FILE TASKS          counts up in TASKS keys at once, for ever, and prints each number when its
//                                           update has returned

struct Counters: Codable, Sendable, Equatable {
    var counter = 0
    var tasks: [String: Int] = [:]
}

func print(line: String) {
    // In one call: a line is whole or not there.
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let number = Int(arguments[3]) else {
    print(line: "usage: StoreWorker increment|count FILE NUMBER")
    exit(2)
}
do {
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
