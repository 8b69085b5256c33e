import Glibc
import Synchronization

@testable import FileWatching

/// Watches a path and keeps what its looks found, as a user of the watcher would.
final class Observer: Sendable {
    struct Log {
        var looks = 0
        var settledLooks = 0
        var timers = 0
        var last: String?
        var statuses: [WatchStatus] = []
    }

    private let log: Log2
    let watch: FileWatch

    /// A box, so that the handler need not hold the observer.
    final class Log2: Sendable {
        let stored = Mutex(Log())
    }

    init(_ path: String, polling: Duration = .seconds(1), slowLook: Duration? = nil) {
        let log = Log2()
        self.log = log
        watch = FileWatcher.shared.watch(path, polling: polling, slowLook: slowLook) { signal in
            let text = if case .look = signal { contents(path) } else { String?.none }
            log.stored.withLock { log in
                switch signal {
                case .look(let settled):
                    log.looks += 1
                    if settled { log.settledLooks += 1 }
                    log.last = text
                case .timer: log.timers += 1
                case .status(let status): log.statuses.append(status)
                }
            }
        }
    }

    var current: Log { log.stored.withLock { $0 } }

    /// Waits until the log is as wanted, at most `seconds`; whether it came to that.
    func until(_ seconds: Double = 10, _ wanted: (Log) -> Bool) async -> Bool {
        let end = now() + Int64(seconds * 1e9)
        while true {
            if wanted(current) { return true }
            if now() > end { return false }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    func sees(_ text: String?, within seconds: Double = 60) async -> Bool {
        await until(seconds) { $0.looks > 0 && $0.last == text }
    }
}

func now() -> Int64 { Nanoseconds.now }

/// Waits until everything the kernel has told so far was delivered: the handler of a watch of its own comes after.
func settle(_ directory: TemporaryDirectory) async {
    let name = "settled-\(Nanoseconds.now)"
    let observer = Observer(directory(name))
    _ = await observer.until { $0.looks > 0 }
    directory.write("x", to: name)
    _ = await observer.sees("x")
    observer.watch.cancel()
}
