import Foundation

/// What must be measured in a fresh process: first calls, resident memory.
///
/// A measurement is named in `allChildren`; `run` starts this same program with `--child NAME` and reads the number
/// that it prints.
struct ChildMeasurement: Sendable {
    var name: String
    var body: @Sendable () async throws -> Double

    init(_ name: String, _ body: @escaping @Sendable () async throws -> Double) {
        self.name = name
        self.body = body
    }

    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    /// The number that one fresh process finds.
    func run() throws -> Double {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--child", name]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0,
            let value = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else {
            throw Failed(description: "\(name): the process ended with \(process.terminationStatus): \(text)")
        }
        return value
    }

    /// A contestant whose samples are the nanoseconds that fresh processes find.
    func contestant(named name: String) -> Contestant {
        .timed(name) { .nanoseconds(Int64(try run())) }
    }
}
