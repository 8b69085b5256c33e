import Foundation
import Glibc

/// Another process that saves files when told to, and says when it began: a reload's clock starts outside.
final class ForeignSaver {
    enum Way: String, Sendable {
        case rename
        case flushedRename
        case inPlace
    }

    struct Died: Error {}

    private let process = Process()
    private let orders = Pipe()
    private let answers = Pipe()

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--child", "foreign-saver"]
        process.standardInput = orders
        process.standardOutput = answers
        try process.run()
    }

    /// Has `path` saved after a pause (1–3 ms where none is given).
    func order(_ path: String, _ text: String, _ way: Way, pause: Duration? = nil) throws {
        let microseconds = pause.map { Int($0 / .microseconds(1)) } ?? Int.random(in: 1000...3000)
        let order = "\(way.rawValue)\t\(microseconds)\t\(path)\t\(text)\n"
        try orders.fileHandleForWriting.write(contentsOf: Data(order.utf8))
    }

    /// When the saving that was ordered last began, in nanoseconds of the monotonic clock.
    func begin() throws -> Int64 {
        let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
        guard let time = Int64(answer.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw Died() }
        return time
    }

    func end() throws {
        try orders.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension ChildMeasurement {
    /// The process that saves: one order a line on its input, one time a line on its output.
    static let foreignSaver = ChildMeasurement("foreign-saver") {
        while let line = readLine() {
            let fields = line.split(separator: "\t", maxSplits: 3).map(String.init)
            guard fields.count == 4, let way = ForeignSaver.Way(rawValue: fields[0]), let pause = UInt32(fields[1])
            else {
                continue
            }
            let bytes = Array(fields[3].utf8)
            let temporary = fields[2] + ".new"
            if way != .inPlace {
                let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
                _ = write(file, bytes, bytes.count)
                if way == .flushedRename { fsync(file) }
                close(file)
            }
            usleep(pause)
            var begin = ForeignSaver.now()
            if way == .inPlace {
                let file = open(fields[2], O_WRONLY | O_TRUNC)
                _ = write(file, bytes, bytes.count)
                begin = ForeignSaver.now()
                close(file)
            } else {
                rename(temporary, fields[2])
            }
            let answer = Array("\(begin)\n".utf8)
            _ = write(1, answer, answer.count)
        }
        return 0
    }
}
