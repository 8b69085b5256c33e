import Foundation
import Glibc
import SettingsSyntax
import TestSupport
import Testing

@testable import SettingsStore

/// Many commits in a row, of which each is written over the version before the last.
@Suite struct SpareFileTests {
    private let directory = TestDirectory()
    private var file: String { directory.file("settings.json") }

    /// Replaces the text, whatever it was.
    private final class Replacement: StorageTransaction {
        let text: StoredText
        init(_ text: String) { self.text = StoredText(Array(text.utf8)) }
        func draft(from text: StoredText?) throws(TransactionError) -> StoredText? { self.text }
        func isMeant() throws(TransactionError) -> Bool { true }
        func willReplace() {}
        func didNotReplace() {}
        func didReplace(with text: StoredText) {}
        func didKeep() {}
        func didUnlock() {}
        func didKeepAside(_ path: String) { Issue.record("kept aside: \(path)") }
    }

    private func storage(_ calls: any SystemCalls = LinuxSystemCalls()) throws -> FileStorage {
        try FileStorage(path: file, calls: calls, keepsSpareAfter: 0)
    }

    private func inode() throws -> UInt64 { try status(file).inode }

    private func status(_ path: String) throws -> FileStatus {
        try LinuxSystemCalls().status(of: path, at: .currentDirectory, following: false)
    }

    private var spare: String? {
        get throws { try directory.names.first { $0.contains(".settings-old-") } }
    }

    /// Three commits: the next one finds a spare.
    private func warmed() throws -> FileStorage {
        try directory.write("0")
        let storage = try storage()
        for text in ["1", "2", "3"] { try storage.transact(Replacement(text)) }
        return storage
    }

    @Test("Two files take turns, and when no commit follows there is one again")
    func turns() throws {
        let storage = try warmed()
        var inodes: [UInt64] = []
        for number in 0..<6 {
            try storage.transact(Replacement("turn \(number)"))
            inodes.append(try inode())
            #expect(try directory.read() == "turn \(number)")
        }
        #expect(Set(inodes).count == 2)
        #expect(zip(inodes, inodes.dropFirst()).allSatisfy { $0 != $1 })
        #expect(try directory.names.count == 3)
        storage.rest()
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("A program that writes many times and ends leaves nothing")
    func programEnds() async throws {
        try directory.write("{}")
        let file = file
        #expect(try await Program.run(Program.worker, ["increment", file, "50"]).status == 0)
        #expect(try directory.read().contains("50"))
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("A forked child that ends leaves the spare to its parent, and comes to its end whatever the parent is doing")
    func forks() async throws {
        try directory.write("{}")
        let worker = Program.process(Program.worker, ["forks", file, "300"], in: directory.path)
        let (input, output) = (Pipe(), Pipe())
        worker.standardInput = input
        worker.standardOutput = output
        try worker.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "1 child has ended\n")
        #expect(try spare != nil)
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        let rest = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: rest, as: UTF8.self) == "300 children have ended\n")
        worker.waitUntilExit()
        #expect(worker.terminationStatus == 0)
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("What is put under the next draft's name, or given a second name, does not get into the file's place")
    func swapped() throws {
        let deed = Locked<String?>(nil)
        let (directory, file) = (directory, file)
        let calls = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            // Just before the exchange is prepared for: the draft's own name is known from the directory.
            guard call.kind == .synchronizeFile, let what = deed.withLock({ $0 }) else { return }
            deed.withLock { $0 = nil }
            let name = (try? directory.names)?.first { $0.contains(".settings-tmp-") } ?? ""
            if what == "link" {
                link(directory.file(name), directory.file("other"))
            } else {
                rename(directory.file("junk"), directory.file(name))
            }
        }
        try directory.write("0")
        let storage = try storage(calls)
        for text in ["1", "2", "3"] { try storage.transact(Replacement(text)) }
        for what in ["link", "swap", "link", "swap"] {
            try directory.write("junk", to: "junk")
            deed.withLock { $0 = what }
            try storage.transact(Replacement(what + "1"))
            #expect(deed.withLock { $0 } == nil)
            #expect(try directory.read() == what + "1")
            #expect(try status(file).links == 1)
            unlink(directory.file("other"))
            for text in ["a", "b", "c"] { try storage.transact(Replacement(text)) }
            #expect(try directory.read() == "c")
        }
        unlink(directory.file("junk"))
        storage.rest()
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("A closed repository has nothing but its lock beside the file, at once")
    func closing() async throws {
        struct Settings: Codable, Sendable { var n = 0 }
        try directory.write("{}")
        for _ in 0..<20 {
            let repository = try SettingsRepository(path: file, defaults: Settings())
            for _ in 0..<12 { try await repository.update { $0.n += 1 } }
            #expect(try spare != nil)
            await repository.close()
            #expect(try directory.names == [".settings.json.lock", "settings.json"])
        }
    }

    @Test("Who writes a few times leaves nothing, even if never let go")
    func few() throws {
        try directory.write("0")
        let storage = try FileStorage(path: file)
        for number in 1...9 { try storage.transact(Replacement("\(number)")) }
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
        storage.rest()
    }

    @Test("Texts of any length come out as they are, whatever lay there before")
    func lengths() throws {
        let storage = try warmed()
        var generator = SystemRandomNumberGenerator()
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
        for number in 0..<200 {
            switch number % 5 {
            case 0: text = Array(text.prefix(Int.random(in: 0...text.count, using: &generator)))
            case 1: text += [UInt8](repeating: UInt8(ascii: "b"), count: Int.random(in: 1...150_000, using: &generator))
            case 2: text.insert(UInt8(ascii: "c"), at: Int.random(in: 0...text.count, using: &generator))
            case 3:
                for _ in 0..<3 where !text.isEmpty {
                    text[Int.random(in: 0..<text.count, using: &generator)] = UInt8(ascii: "d")
                }
            default: text = Array(text.prefix(text.count / 4096 * 4096))
            }
            try storage.transact(Replacement(String(decoding: text, as: UTF8.self)))
            #expect(try Data(contentsOf: URL(filePath: file)) == Data(text))
        }
    }

    @Test("The same text as two commits ago has the time of its own commit")
    func time() throws {
        let storage = try warmed()
        try storage.transact(Replacement("a"))
        let old = try status(file).modified
        usleep(20_000)
        for text in ["b", "a"] { try storage.transact(Replacement(text)) }
        let new = try status(file).modified
        #expect((new.seconds, new.nanoseconds) > (old.seconds, old.nanoseconds))
    }

    @Test("Of a large text only the pages that differ are written")
    func pages() throws {
        let written = Locked(0)
        let calls = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            if call.kind == .write { written.withLock { $0 += 1 } }
        }
        try directory.write("0")
        let storage = try storage(calls)
        var lines = (0..<20_000).map { "line \($0)" }
        for _ in 0..<4 {
            try storage.transact(Replacement(lines.joined(separator: "\n") + "\(Int.random(in: 10...99))"))
        }
        written.withLock { $0 = 0 }
        lines[100] = "LINE 100"
        lines[19_000] = "LINE 19000"
        try storage.transact(Replacement(lines.joined(separator: "\n") + "00"))
        // Both lines, the end, and the lock's two notes.
        #expect(written.withLock { $0 } == 5)
    }

    @Test("Who has an old version open goes on reading it, whole")
    func reader() throws {
        let storage = try warmed()
        let text = String(repeating: "version\n", count: 4_000)
        try storage.transact(Replacement(text + "1"))
        let reader = try FileHandle(forReadingFrom: URL(filePath: file))
        for number in 2..<8 { try storage.transact(Replacement(text.uppercased() + "\(number)")) }
        #expect(try reader.readToEnd() == Data((text + "1").utf8))
        #expect(try directory.read() == text.uppercased() + "7")
    }

    @Test("What is kept is closed to all others, though it was open to them")
    func closed() throws {
        let storage = try warmed()
        #expect(chmod(file, 0o666) == 0)
        for text in ["4", "5", "6"] { try storage.transact(Replacement(text)) }
        #expect(try status(file).permissions == 0o666)
        let name = try #require(try spare)
        #expect(try status(directory.file(name)).permissions == 0o1600)
    }

    @Test(
        "A mode and attributes that change between two commits are the next version's",
        .enabled(if: Machine.hasAttributes))
    func metadata() async throws {
        let storage = try warmed()
        #expect(chmod(file, 0o604) == 0)
        try storage.transact(Replacement("4"))
        #expect(try status(file).permissions == 0o604)
        _ = try await Program.run("setfattr", ["-n", "user.note", "-v", "mine", file], in: directory.path)
        for text in ["5", "6", "7"] {
            try storage.transact(Replacement(text))
            let told = try await Program.run("getfattr", ["--only-values", "-n", "user.note", file])
            #expect(told.output == "mine")
        }
        _ = try await Program.run("setfattr", ["-x", "user.note", file], in: directory.path)
        _ = try await Program.run("setfacl", ["-m", "u:nobody:r", file], in: directory.path)
        for text in ["8", "9", "10"] {
            try storage.transact(Replacement(text))
            let told = try await Program.run("getfattr", ["-d", file], in: directory.path)
            #expect(!told.output.contains("note"))
            #expect(try await Program.run("getfacl", [file], in: directory.path).output.contains("user:nobody:r--"))
        }
        _ = try await Program.run("setfacl", ["-b", file], in: directory.path)
        for text in ["11", "12"] {
            try storage.transact(Replacement(text))
            #expect(try await !Program.run("getfacl", [file], in: directory.path).output.contains("nobody"))
        }
        #expect(try status(file).permissions == 0o604)
    }

    @Test("What somebody did to it makes it unfit", arguments: ["remove", "replace", "link", "chmod", "open"])
    func unfit(_ deed: String) throws {
        let storage = try warmed()
        let name = try #require(try spare)
        let path = directory.file(name)
        let before = try status(path).inode
        var held: FileHandle?
        switch deed {
        case "remove": unlink(path)
        case "replace":
            unlink(path)
            try directory.write("another's", to: name)
        case "link": link(path, directory.file("other"))
        case "chmod": chmod(path, 0o644)
        default: held = try FileHandle(forReadingFrom: URL(filePath: path))
        }
        try storage.transact(Replacement("4"))
        #expect(try directory.read() == "4")
        if ["link", "open"].contains(deed) { #expect(try inode() != before) }
        if deed == "link" {
            #expect(try directory.read("other") == "2")
            #expect(try status(directory.file("other")).permissions == 0o644)
        }
        if let held { #expect(try held.readToEnd() == Data("2".utf8)) }
        for text in ["5", "6"] { try storage.transact(Replacement(text)) }
        #expect(try directory.read() == "6")
        storage.rest()
        #expect(try directory.names.filter { $0 != "other" } == [".settings.json.lock", "settings.json"])
    }

    @Test(
        "Who gives the file another name in the middle of a commit has that version there, with its mode",
        arguments: [InterceptedCalls.Call.Kind.exchange, .synchronizeDirectory, .setMode])
    func linked(_ kind: InterceptedCalls.Call.Kind) throws {
        let isArmed = Locked(false)
        let (directory, file) = (directory, file)
        let calls = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            guard call.kind == kind, isArmed.withLock({ $0 }) else { return }
            // Once the names are exchanged the old version is under the spare's name. (A mode is set before that, too.)
            let old = (try? directory.names)?.first { $0.contains(".settings-old-") }
            if kind == .setMode && old == nil { return }
            isArmed.withLock { $0 = false }
            link(kind == .exchange ? file : directory.file(old ?? ""), directory.file("other"))
        }
        try directory.write("0")
        let storage = try storage(calls)
        for text in ["1", "2", "3"] { try storage.transact(Replacement(text)) }
        for round in 0..<4 {
            isArmed.withLock { $0 = true }
            try storage.transact(Replacement("a\(round)"))
            let (there, text) = (try status(directory.file("other")), try directory.read("other"))
            for text in ["b", "c"] { try storage.transact(Replacement(text)) }
            #expect(try directory.read() == "c")
            #expect(try directory.read("other") == text)
            #expect(try status(directory.file("other")).permissions == 0o644, "\(there.permissions)")
            unlink(directory.file("other"))
            for text in ["1", "2", "3"] { try storage.transact(Replacement(text)) }
        }
        storage.rest()
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
    }

    @Test("A spare that is given another name has its mode there when it goes")
    func linkedAtRest() throws {
        let storage = try warmed()
        let name = try #require(try spare)
        link(directory.file(name), directory.file("other"))
        storage.rest()
        #expect(try status(directory.file("other")).permissions == 0o644)
        #expect(try directory.names.filter { $0 != "other" } == [".settings.json.lock", "settings.json"])
    }

    @Test("A hand edit is kept nowhere else, and the commit after it begins a new row")
    func handEdit() throws {
        let storage = try warmed()
        try directory.write("by hand", to: "new")
        #expect(rename(directory.file("new"), file) == 0)
        try storage.transact(Replacement("4"))
        for name in try directory.names { #expect(try directory.read(name) != "by hand") }
        #expect(try spare == nil)
    }

    @Test("A spare that a killed process left is removed by the next one that writes")
    func leftover() throws {
        do {
            let storage = try warmed()
            #expect(try spare != nil)
            try directory.write("x", to: ".settings.json.settings-old-notes")
            // What a kill leaves is there before the storage goes.
            let name = try #require(try spare)
            #expect(link(directory.file(name), directory.file("kept")) == 0)
            storage.rest()
            #expect(rename(directory.file("kept"), directory.file(name)) == 0)
        }
        try FileStorage(path: file).transact(Replacement("next"))
        #expect(
            try directory.names == [".settings.json.lock", ".settings.json.settings-old-notes", "settings.json"])
        #expect(try directory.read() == "next")
    }

    @Test("Where no lease is to be had, and where nothing is flushed, none is kept")
    func without() throws {
        try directory.write("0")
        let leaseless = try storage(InterceptedCalls.leaseless)
        for number in 0..<5 { try leaseless.transact(Replacement("\(number)")) }
        #expect(try spare == nil)
        var options = FileStorage.Options()
        options.durability = .atomicOnly
        let unflushed = try FileStorage(path: file, options: options, calls: LinuxSystemCalls(), keepsSpareAfter: 0)
        for number in 0..<5 { try unflushed.transact(Replacement("\(number)")) }
        #expect(try spare == nil)
    }
}
