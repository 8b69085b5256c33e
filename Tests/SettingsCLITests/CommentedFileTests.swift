import Foundation
import TestSupport
import Testing

/// A file as people write them: two hundred lines, comments everywhere, and one value that changes.
struct CommentedFileTests {
    private static let text: String = {
        var lines = ["// The settings of the service.", "/* Ask before", "   you change them. */", "{"]
        for section in 0..<24 {
            lines += [
                "", "    // ---- section \(section) ----", "    \"section\(section)\": { // opens",
                "        /* a port */ \"port\":   \(8000 + section),   // the port, not \(8001 + section)",
                "        'name' : 'it\\'s \(section)', \"ratio\": 1.0e\(section), // two on a line",
                "\t\"list\": [ 1,2 , 3 /* three */ ], \"url\": \"http:\\/\\/x\",",
                "        \"limits\": { \"max\": 0x\(section)F, \"off\": null } // last", "    },",
            ]
        }
        return (lines + ["    \"end\": true // no comma", "}", "// tail"]).joined(separator: "\n") + "\n"
    }()

    @Test(
        "Of a commented file one line changes, as diff shows",
        arguments: [
            ("section7.port", "9090", "9090,   // the port"),
            ("section0.name", "x", "'name' : \"x\", \"ratio\": 1.0e0,"),
            ("section23.ratio", "2", "\"ratio\": 2, // two on a line"),
            ("section11.list[1]", "7", "[ 1,7 , 3 /* three */ ]"),
            ("section11.list[3]", "4", "[ 1,2 , 3 /* three */, 4 ]"),
            ("section5.limits.max", "1", "\"max\": 1, \"off\""),
            ("section5.limits.off", "{\"a\": []}", "\"off\": { \"a\": [] } } // last"),
            ("end", "false", "\"end\": false // no"),
        ])
    func oneLine(key: String, value: String, line: String) async throws {
        let room = try Room(Self.text)
        #expect(Self.text.split(separator: "\n", omittingEmptySubsequences: false).count >= 200)
        try room.write(Self.text, to: "before.json")
        #expect(try await room.run("set", key, value) == ProgramResult(status: 0, output: "", errors: ""))
        let difference = try await Self.diff(room)
        #expect(difference.count { $0.hasPrefix("<") } == 1)
        #expect(difference.count { $0.hasPrefix(">") } == 1)
        #expect(difference.contains { $0.hasPrefix(">") && $0.contains(line) }, "\(difference)")
    }

    /// The lines that `diff before.json s.json` prints.
    private static func diff(_ room: Room) async throws -> [Substring] {
        try await withCheckedThrowingContinuation { continuation in
            // On a thread of its own: it blocks.
            Thread.detachNewThread {
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/diff")
                process.arguments = ["before.json", "s.json"]
                process.currentDirectoryURL = URL(filePath: room.path)
                let output = Pipe()
                process.standardOutput = output
                do { try process.run() } catch { return continuation.resume(throwing: error) }
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                continuation.resume(returning: text.split(separator: "\n"))
            }
        }
    }
}
