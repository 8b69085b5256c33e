import Foundation
import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// A service writes as fast as it can while others save the same file in their ways.
@Suite struct OthersSaveTests {
    struct Settings: Codable, Sendable, Equatable {
        var a = 0
        var b = 0
    }

    private let directory = TestDirectory()

    /// Another program: told by a line how to save which number in `b`, it does and answers.
    private final class Other: Sendable {
        private let process: Process
        private let input = Pipe()
        private let output = Pipe()

        init(_ directory: String) throws {
            let script = """
                import os, re, subprocess, sys
                for line in sys.stdin:
                    how, number = line.split()
                    if how == 'sed':
                        subprocess.run(['sed', '-i', 's/"b": [0-9]*/"b": %s/' % number, 'settings.json'], check=True)
                    else:
                        while True:
                            text = open('settings.json').read()
                            if text: break
                        text = re.sub('"b": [0-9]*', '"b": ' + number, text)
                        name = 'settings.json' if how == 'inplace' else 'mine'
                        with open(name, 'w') as file: file.write(text)
                        if how == 'rename': os.rename('mine', 'settings.json')
                    print(number, flush=True)
                """
            process = Program.process("python3", ["-c", script], in: directory)
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        func save(_ number: Int, _ how: String) { input.fileHandleForWriting.write(Data("\(how) \(number)\n".utf8)) }

        /// Waits for the answer, at most `milliseconds`; false when it did not come.
        func hasSaved(within milliseconds: Int32) -> Bool {
            var poll = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, milliseconds) == 1 else { return false }
            return !output.fileHandleForReading.availableData.isEmpty
        }

        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    /// A save that is to land inside a commit, just before a call of some kind.
    private struct Held {
        var kind: InterceptedCalls.Call.Kind
        var isBegun = false
        /// Whether it was over while the commit waited; nil while that waits.
        var isAnswered: Bool?
    }

    @Test("Of five hundred saves in three ways, half of them inside a commit, none is lost, and no comment either")
    func fiveHundredSaves() async throws {
        try directory.write("// the service's\n{\n  \"a\": 0, // fast\n  \"b\": 0 // mine\n}\n")
        let other = try Other(directory.path)
        let held = Locked<(number: Int, how: String, held: Held)?>(nil)
        let calls = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            let save = held.withLock { save -> (Int, String)? in
                guard let waiting = save, waiting.held.kind == call.kind, !waiting.held.isBegun else { return nil }
                save?.held.isBegun = true
                return (waiting.number, waiting.how)
            }
            guard let save else { return }
            other.save(save.0, save.1)
            // One in place is answered only after the commit, whose lease it waits for.
            let isAnswered = other.hasSaved(within: save.1 == "inplace" ? 20 : 5000)
            held.withLock { $0?.held.isAnswered = isAnswered }
        }
        let storage = try FileStorage(path: directory.file("settings.json"), calls: calls)
        let repository = try SettingsRepository(storage: storage, defaults: Settings())
        let isOver = Locked(false)
        let service = Task {
            var last = 0
            while !isOver.withLock({ $0 }) {
                last += 1
                let value = last
                try await repository.update { $0.a = value }
            }
            return last
        }

        let ways = ["rename", "inplace", "sed"]
        let kinds: [InterceptedCalls.Call.Kind] = [
            .takeReadLease, .create, .write, .synchronizeFile, .rename, .exchange, .status, .synchronizeDirectory,
            .isLeaseWhole, .unlink,
        ]
        for number in 1...500 {
            let how = ways[number % ways.count]
            if number % 2 == 0 {
                other.save(number, how)
                #expect(other.hasSaved(within: 10_000), "save \(number), \(how)")
            } else {
                held.withLock { $0 = (number, how, Held(kind: kinds[number / 2 % kinds.count])) }
                try await eventually("a commit for save \(number) to land in") {
                    held.withLock { $0?.held.isAnswered != nil }
                }
                if held.withLock({ $0?.held.isAnswered }) == false {
                    #expect(other.hasSaved(within: 10_000), "save \(number), \(how)")
                }
                held.withLock { $0 = nil }
            }
            // For an instant a commit may show the file without it, and then puts it back.
            try await eventually("save \(number), \(how), is in the file") {
                try directory.read().contains("\"b\": \(number) // mine")
            }
        }
        isOver.withLock { $0 = true }
        let last = try await service.value
        try other.end()
        // The last word of each.
        try await repository.update { $0.a = last + 1 }
        #expect(
            try directory.read() == "// the service's\n{\n  \"a\": \(last + 1), // fast\n  \"b\": 500 // mine\n}\n")
        #expect(await repository.value == Settings(a: last + 1, b: 500))
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }
}
