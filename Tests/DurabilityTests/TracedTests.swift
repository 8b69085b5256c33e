import Foundation
import Glibc
import TestSupport
import Testing

/// The real kernel failing the real program, one system call after the other.
@Suite(.serialized, .enabled(if: Machine.canTrace, "strace is not here, or may not trace")) struct TracedTests {
    private let directory = TestDirectory()
    private let old = "{ \"port\": 1 } // mine\n"
    private let new = "{ \"port\": 2 } // mine\n"

    /// Which call fails with what.
    private static let failures: [(call: String, error: String)] = [
        ("openat", "EMFILE"), ("pwrite64", "ENOSPC"), ("pwrite64", "EDQUOT"), ("pwrite64", "EIO"),
        ("fsync", "EIO"), ("fsync", "ENOSPC"), ("renameat2", "EIO"), ("renameat2", "EROFS"), ("renameat", "ENOSPC"),
        ("unlinkat", "EIO"), ("fcntl", "ENOLCK"), ("fchmod", "EIO"), ("newfstatat", "EIO"), ("pread64", "EIO"),
        ("flistxattr", "EIO"), ("statx", "EIO"), ("getdents64", "EIO"),
    ]

    /// Runs `settingsctl set port 2` with a call tampered with; returns how it ended, or nil if the call was never made.
    private func set(_ injection: String) async throws -> ProgramResult? { try await traced(injection)?.result }

    /// The same, with the line of the trace that tells of it.
    private func traced(_ injection: String) async throws -> (result: ProgramResult, line: String)? {
        while true {
            let trace = directory.file("../trace-\(UUID().uuidString)")
            defer { unlink(trace) }
            let result = try await Program.run(
                "strace",
                [
                    "-f", "-o", trace, "-e", "inject=\(injection)", Program.settingsctl, "-f", "settings.json", "set",
                    "port", "2",
                ],
                in: directory.path)
            let text = try String(contentsOfFile: trace, encoding: .utf8)
            // Now and then a thread of libdispatch looks into /proc/N/stat, and stops the program when it cannot.
            if text.contains("killed by SIGILL"), text.contains("/stat\", O_RDONLY|O_NONBLOCK") {
                try directory.write(old)
                continue
            }
            let isKill = injection.contains("SIGKILL")
            let line = text.split(separator: "\n").first { $0.contains(isKill ? "killed by SIGKILL" : "INJECTED") }
            return line.map { (result, String($0)) }
        }
    }

    private func expectTheNextWorks(_ what: Comment) async throws {
        let result = try await Program.run(
            Program.settingsctl, ["-f", "settings.json", "set", "port", "3"], in: directory.path)
        #expect(result.status == 0, "\(what): \(result.errors)")
        #expect(try directory.read() == old.replacing("1", with: "3"), what)
        #expect(try directory.names == [".settings.json.lock", "settings.json"], what)
    }

    @Test("Whichever call fails, the file is as it was and the error says why, or the write is done")
    func errors() async throws {
        for (call, error) in Self.failures {
            // The first three look whether the standard streams are open, and without the last nobody can be told.
            var number = call == "fcntl" ? 4 : 1
            while true {
                let what: Comment = "\(call) number \(number) fails with \(error)"
                try directory.write(old)
                guard let result = try await set("\(call):error=\(error):when=\(number)") else { break }
                number += 1
                #expect(try directory.read() == (result.status == 0 ? new : old), what)
                #expect(result.status == 0 || !result.errors.isEmpty, what)
                if call != "unlinkat" {
                    #expect(try !directory.names.contains { $0.contains("settings-tmp") }, what)
                }
                try await expectTheNextWorks(what)
            }
            // Some calls are made by other machines' C libraries and not by this one's.
            if ["openat", "fsync", "pwrite64", "renameat2"].contains(call) { #expect(number > 1, "\(call)") }
        }
    }

    @Test("A call on the settings' file or directory that a signal interrupts is made again")
    func interruptions() async throws {
        for call in ["openat", "getdents64", "flistxattr", "statx", "newfstatat", "pread64", "pwrite64", "fchmod"] {
            var number = 1
            while true {
                try directory.write(old)
                guard let (result, line) = try await traced("\(call):error=EINTR:when=\(number)") else { break }
                number += 1
                // What the loader and the runtime open is for them to bear.
                let isOurs = line.contains("settings") || line.contains("\".\"") || line.contains(directory.path)
                guard isOurs || !["openat", "newfstatat", "pread64"].contains(call) else { continue }
                #expect(result.status == 0, "\(line): \(result.errors)")
                if result.status == 0 { #expect(try directory.read() == new, "\(line)") }
            }
            if ["openat", "getdents64", "pwrite64"].contains(call) { #expect(number > 1, "\(call)") }
        }
    }

    @Test("Killed at any call that changes something, the file is the old one or the new, and the next write cleans up")
    func kills() async throws {
        for call in ["pwrite64", "fsync", "renameat", "renameat2", "unlinkat", "fchmod", "fchown", "close"] {
            var number = 1
            while true {
                let what: Comment = "killed at \(call) number \(number)"
                try directory.write(old)
                guard try await set("\(call):signal=SIGKILL:when=\(number)") != nil else { break }
                number += 1
                #expect(try [old, new].contains(directory.read()), what)
                try await expectTheNextWorks(what)
            }
        }
    }

    @Test("The new file is closed to others from its first instant, flushed before it is seen, and the directory after")
    func order() async throws {
        try directory.write(old)
        chmod(directory.file("settings.json"), 0o644)
        let trace = directory.file("trace")
        let result = try await Program.run(
            "strace",
            [
                "-f", "-o", trace, "-e", "trace=openat,fsync,renameat2,fchmod", Program.settingsctl, "-f",
                "settings.json", "set", "port", "2",
            ], in: directory.path)
        #expect(result.status == 0)
        let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").map(String.init)
        let made = try #require(lines.firstIndex { $0.contains("settings-tmp") && $0.contains("O_EXCL") })
        #expect(lines[made].contains("0600"))
        let calls = lines[made...].compactMap { line in
            ["fchmod", "fsync", "renameat2", "O_EXCL"].first { line.contains($0) }
        }
        #expect(calls == ["O_EXCL", "fchmod", "fsync", "renameat2", "fsync"])
    }
}
