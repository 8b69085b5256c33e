import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// The path comes to lead to another file just before a call of a write.
@Suite struct MovedPathTests {
    private let directory = TestDirectory()

    /// Sets `a` in what `path` leads to, with `change` made just before the first call of a kind.
    private func write(
        _ path: String, before kind: InterceptedCalls.Call.Kind, fails: Int32? = nil, inPlace: Bool = false,
        _ change: @escaping @Sendable () throws -> Void
    ) throws {
        let isDue = Locked(true)
        let fault = Locked<(any Error)?>(nil)
        let calls = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            guard call.kind == kind else { return }
            let isNow = isDue.withLock { isDue in
                defer { isDue = false }
                return isDue
            }
            if isNow {
                do { try change() } catch { fault.withLock { $0 = error } }
            }
            if let fails { throw SystemError(fails) }
        }
        var options = FileStorage.Options()
        if inPlace { options.irreplaceable = .writeInPlace }
        try FileStorage(path: directory.file(path), options: options, calls: calls).transact(KeyTransaction("a", 1))
        if let fault = fault.withLock({ $0 }) { throw fault }
    }

    /// Two directories, and a link `current` to the first.
    private func prepare(_ text: String?) throws {
        for (name, number) in [("one", 1), ("two", 2)] {
            #expect(mkdir(directory.file(name), 0o755) == 0)
            if text != nil { try directory.write("{\"n\":\(number)}", to: name + "/s.json") }
        }
        #expect(symlink("one", directory.file("current")) == 0)
    }

    private func turn() -> @Sendable () throws -> Void {
        let directory = directory
        return {
            #expect(symlink("two", directory.file("next")) == 0)
            try directory.move("next", to: "current")
        }
    }

    @Test(
        "Where a link to the directory is turned, the change is in the file that it leads to, and in no other",
        arguments: [InterceptedCalls.Call.Kind.create, .synchronizeFile, .exchange, .synchronizeDirectory])
    func link(_ kind: InterceptedCalls.Call.Kind) throws {
        try prepare("")
        try write("current/s.json", before: kind, turn())
        #expect(try directory.read("two/s.json") == "{\"a\":1,\"n\":2}")
        #expect(try directory.read("one/s.json") == "{\"n\":1}")
    }

    @Test("Where the file is new, it is made where the link leads to, and nowhere else")
    func newFile() throws {
        try prepare(nil)
        try write("current/s.json", before: .synchronizeDirectory, turn())
        #expect(try directory.read("two/s.json") == "{\"a\":1}")
        #expect(throws: (any Error).self) { try directory.read("one/s.json") }
    }

    @Test("Where the file system cannot exchange, a link that was turned before the rename is seen")
    func withoutExchange() throws {
        try prepare("")
        try write("current/s.json", before: .exchange, fails: EINVAL, turn())
        #expect(try directory.read("two/s.json") == "{\"a\":1,\"n\":2}")
        #expect(try directory.read("one/s.json") == "{\"n\":1}")
    }

    @Test("Of a file with several names it is seen before anything is written in place")
    func inPlace() throws {
        try prepare("")
        #expect(Glibc.link(directory.file("one/s.json"), directory.file("one/t.json")) == 0)
        try write("current/s.json", before: .openForWriting, inPlace: true, turn())
        #expect(try directory.read("two/s.json") == "{\"a\":1,\"n\":2}")
        #expect(try directory.read("one/t.json") == "{\"n\":1}")
    }

    @Test("Where the directory is moved away and another is in its place, the change is in the new one's file")
    func movedDirectory() throws {
        try prepare("")
        let directory = directory
        try write("one/s.json", before: .exchange) {
            try directory.move("one", to: "old")
            try directory.move("two", to: "one")
        }
        #expect(try directory.read("one/s.json") == "{\"a\":1,\"n\":2}")
        #expect(try directory.read("old/s.json") == "{\"n\":1}")
    }

    @Test("Where the directory is moved away and none is in its place, the write fails, and the file is as it was")
    func noDirectory() throws {
        try prepare("")
        let directory = directory
        let error = #expect(throws: SettingsError.self) {
            try write("one/s.json", before: .exchange) { try directory.move("one", to: "old") }
        }
        #expect(error?.message.contains("no such directory") == true)
        #expect(try directory.read("old/s.json") == "{\"n\":1}")
    }

    @Test("A save by renaming that follows the exchange at once is no other place: it stays, and the write is made")
    func laterSave() throws {
        try directory.write("{\"n\":1}")
        let directory = directory
        try write("settings.json", before: .synchronizeDirectory) { try directory.replace(with: "{\"n\":7}") }
        #expect(try directory.read() == "{\"n\":7}")
    }
}
