import Foundation
import TestSupport
import Testing

/// A watch whose reader is slow.
struct WatchOutputTests {
    /// A watch in the middle of a line that is longer than a pipe holds.
    private func stuck(_ room: Room) async throws -> (process: Process, output: FileHandle, errors: FileHandle) {
        try room.write(#"{"long": ""# + String(repeating: "x", count: 300_000) + #""}"#)
        let process = Tool.process(["-f", "s.json", "watch", "--json"], in: room.path)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let reader = output.fileHandleForReading
        let size = fcntl(reader.fileDescriptor, getPipeSize)
        try await eventually("a full pipe") {
            var count: Int32 = 0
            return unsafe ioctl(reader.fileDescriptor, UInt(FIONREAD), &count) == 0 && count == size
        }
        return (process, reader, errors.fileHandleForReading)
    }

    @Test(
        "A line that was begun when the signal came is whole, for a reader who goes on", arguments: [SIGTERM, SIGINT])
    func wholeLine(signal: Int32) async throws {
        let room = try Room()
        let (process, output, _) = try await stuck(room)
        kill(process.processIdentifier, signal)
        // That it is caught is not to be seen from outside; it does not end in the middle, whenever the reader goes on.
        let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last == "")
        for line in lines.dropLast() { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        #expect(lines.count >= 2)
    }

    @Test("Where the reader never takes the rest of a line, it ends all the same, and not with 0")
    func halfLine() async throws {
        let room = try Room()
        let (process, output, errors) = try await stuck(room)
        kill(process.processIdentifier, SIGTERM)
        try await eventually("the end of the watch") { !process.isRunning }
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 5)
        let complaint = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
        #expect(complaint == "settingsctl: error: the last line is not whole: nobody read the rest of it in time\n")
        try output.close()
    }

    @Test("A second signal does not wait for the reader")
    func secondSignal() async throws {
        let room = try Room()
        let (process, output, _) = try await stuck(room)
        try await eventually("the end of the watch") {
            kill(process.processIdentifier, SIGTERM)
            return !process.isRunning
        }
        #expect(process.terminationReason == .uncaughtSignal)
        try output.close()
    }
}

/// `F_GETPIPE_SZ`, which the C library shows to GNU programs only.
private let getPipeSize: Int32 = 1032
