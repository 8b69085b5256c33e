import Foundation
import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// Many real processes on one file, and real kills.
@Suite(.serialized) struct ProcessTests {
    private let directory = TestDirectory()
    private var file: String { directory.file("settings.json") }

    @Test("Eight processes that each add one two hundred times come to sixteen hundred")
    func increments() async throws {
        try directory.write("// how often\n{ \"counter\": 0 }\n")
        let file = file
        try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for _ in 0..<8 {
                group.addTask { try await Program.run(Program.worker, ["increment", file, "200"]) }
            }
            for try await result in group { #expect(result == ProgramResult(status: 0, output: "", errors: "")) }
        }
        #expect(try directory.read() == "// how often\n{ \"counter\": 1600 }\n")
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("Of a writer that is killed three hundred times nothing acknowledged is lost, and nothing is left")
    func killed() async throws {
        try directory.write("// keep me\n{ \"tasks\": { } }\n")
        // One that lives on beside those that die: what they leave it must find without looking through the directory.
        let survivor = try FileStorage(path: file)
        var acknowledged: [String: Int] = [:]
        for round in 0..<300 {
            let worker = Program.process(Program.worker, ["count", file, "3"], in: directory.path)
            let output = Pipe()
            worker.standardOutput = output
            try worker.run()
            // At a random time after its first word: long before, and it has not begun.
            var said = output.fileHandleForReading.availableData
            usleep(UInt32.random(in: 0..<15_000))
            kill(worker.processIdentifier, SIGKILL)
            said += output.fileHandleForReading.readDataToEndOfFile()
            worker.waitUntilExit()
            for line in String(decoding: said, as: UTF8.self).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count == 2, let number = Int(words[1]) else {
                    Issue.record("the writer said: \(line)")
                    continue
                }
                acknowledged[String(words[0])] = number
            }
            let text = try directory.read()
            let there = try #require(counters(text), "round \(round): \(text)")
            for (task, number) in acknowledged {
                #expect(there[task, default: 0] >= number, "round \(round): task \(task)")
            }
            try survivor.transact(Touch(round))
            #expect(try directory.names == [".settings.json.lock", "settings.json"], "round \(round)")
        }
        #expect(acknowledged.values.reduce(0, +) > 300)
        #expect(try directory.read().hasPrefix("// keep me\n"))
    }

    @Test("A repository that wants to look again later does so in a process without a descriptor for a timer")
    func timerWithoutDescriptors() async throws {
        let result = try await Program.run(
            "bash", ["-c", "ulimit -n 64; exec timeout 50 '\(Program.worker)' starve - 0 < /dev/null"])
        #expect(result == ProgramResult(status: 0, output: "looked again\n", errors: ""))
    }

    private func counters(_ text: String) -> [String: Int]? {
        struct Counters: Decodable { var tasks: [String: Int] }
        let json = text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
        return (try? JSONDecoder().decode(Counters.self, from: Data(json.utf8)))?.tasks
    }

    /// Writes something else at the file's end.
    private struct Touch: StorageTransaction {
        let round: Int

        init(_ round: Int) { self.round = round }

        func draft(from text: StoredText?) throws(TransactionError) -> StoredText? {
            var lines = String(decoding: text?.bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
            lines.removeAll { $0.hasPrefix("// round") }
            return StoredText(Array((lines + ["// round \(round)\n"]).joined(separator: "\n").utf8))
        }

        func isMeant() -> Bool { true }
        func willReplace() {}
        func didNotReplace() {}
        func didReplace(with text: StoredText) {}
        func didKeep() {}
        func didUnlock() {}
        func didKeepAside(_ path: String) { Issue.record("kept aside though nobody saved: \(path)") }
    }
}
