import Foundation

/// A running `settingsctl watch`, its lines read as they come.
final class WatchProcess: Sendable {
    private let process: Process
    private let lines: LineQueue
    private let output = Pipe()
    /// Kept as long as the process runs in it.
    private let room: Room

    init(_ room: Room, _ arguments: String...) throws {
        self.room = room
        process = Tool.process(["-f", "s.json", "watch"] + arguments, in: room.path)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let lines = LineQueue()
        self.lines = lines
        try process.run()
        let handle = output.fileHandleForReading
        Thread.detachNewThread {
            while true {
                let data = handle.availableData
                if data.isEmpty { break }
                lines.add(data)
            }
            lines.end()
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// The next line, or nil when the output has ended or nothing comes for ten seconds.
    func next() async throws -> String? {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            switch lines.take() {
            case .line(let line): return line
            case .end: return nil
            case .nothing: try await Task.sleep(for: .milliseconds(2))
            }
        }
        return nil
    }

    /// The next line that is no status.
    func nextEvent() async throws -> String? {
        while let line = try await next() {
            if !line.hasPrefix("{\"event\":\"status\"") { return line }
        }
        return nil
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// What it ended with, a signal negative; nil when it has not ended within ten seconds.
    func status() async throws -> Int32? {
        let deadline = ContinuousClock.now + .seconds(60)
        while process.isRunning {
            if ContinuousClock.now > deadline { return nil }
            try await Task.sleep(for: .milliseconds(2))
        }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}

/// Lines on their way from the thread that reads them.
///
/// Sendable without being checked: `state` is touched with the lock held alone.
final class LineQueue: @unchecked Sendable {
    enum Item { case line(String), nothing, end }

    private let lock = NSLock()
    private var rest = Data()
    private var lines: [String] = []
    private var hasEnded = false

    func add(_ data: Data) {
        lock.withLock {
            rest += data
            while let end = rest.firstIndex(of: 0x0A) {
                lines.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                rest = Data(rest[(end + 1)...])
            }
        }
    }

    func end() { lock.withLock { hasEnded = true } }

    func take() -> Item {
        lock.withLock { lines.isEmpty ? (hasEnded ? .end : .nothing) : .line(lines.removeFirst()) }
    }
}
