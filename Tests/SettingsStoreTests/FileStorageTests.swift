import Foundation
import Glibc
import SettingsStore
import TestSupport
import Testing

/// A settings file on the real file system.
@Suite struct FileStorageTests {
    private let directory = TestDirectory()

    private func repository(
        _ name: String = "settings.json", _ change: (inout FileStorage.Options) -> Void = { _ in }
    ) throws -> SettingsRepository<ServerSettings> {
        var options = FileStorage.Options()
        change(&options)
        return try SettingsRepository(path: directory.file(name), defaults: ServerSettings(), options: options)
    }

    @Test("The first update makes the file, with nothing but what differs from the defaults")
    func firstUpdate() async throws {
        try await repository().set(\.port, to: 9090)
        #expect(try directory.read() == "{\n  \"port\": 9090\n}\n")
        #expect(try directory.status().st_mode & 0o777 == 0o644 & ~currentUmask())
    }

    @Test("A save arrives though somebody keeps the file open for writing, and leaves it alone")
    func heldOpen() async throws {
        let path = try directory.write("{ \"port\": 1 }")
        let repository = try repository()
        try await eventually("the watch is set") { await repository.status == .watching }
        let held = open(path, O_RDWR)
        defer { close(held) }
        try directory.write("{ \"port\": 2 }")
        try await eventually("the save arrives") { await repository.value.port == 2 }
    }

    @Test(
        "What could not be read for want of descriptors is read when there are some again, though nothing tells of that"
    )
    func passingTrouble() async throws {
        let directory = TestDirectory()
        let path = try directory.write("{\"port\": 1}")
        let isShort = Locked(false)
        let calls = InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            if call.kind == .open, isShort.withLock({ $0 }) { throw SystemError(EMFILE) }
        }
        var options = FileStorage.Options()
        options.slowLook = nil
        let storage = try FileStorage(path: path, options: options, calls: calls)
        let repository = try SettingsRepository(storage: storage, defaults: ServerSettings())
        try await eventually("watched") { await repository.status == .watching }
        isShort.withLock { $0 = true }
        try directory.replace(with: "{\"port\": 2}")
        try await eventually("told") { if case .rejected = await repository.status { true } else { false } }
        #expect(await repository.value.port == 1)
        isShort.withLock { $0 = false }
        try await eventually("read again") { await repository.value.port == 2 }
        #expect(await repository.status == .watching)
    }

    @Test("A new file gets the mode that was asked for, exactly")
    func askedMode() async throws {
        try await repository { $0.permissions = 0o600 }.set(\.port, to: 1)
        #expect(try directory.status().st_mode & 0o7777 == 0o600)
    }

    @Test("The mode, the owner and the extended attributes of the file are kept")
    func metadata() async throws {
        try directory.write("{}")
        let path = directory.file("settings.json")
        chmod(path, 0o640)
        let hasAttribute = setAttribute("user.note", "kept", on: path)
        let isRoot = geteuid() == 0
        if isRoot { #expect(chown(path, 65534, 65534) == 0) }
        try await repository().set(\.port, to: 1)
        let status = try directory.status()
        #expect(status.st_mode & 0o7777 == 0o640)
        if isRoot { #expect(status.st_uid == 65534 && status.st_gid == 65534) }
        if hasAttribute { #expect(attribute("user.note", of: path) == "kept") }
    }

    @Test("A symbolic link stays a link, through a chain, and the target is replaced where it is")
    func symbolicLinks() async throws {
        try FileManager.default.createDirectory(atPath: directory.file("dot"), withIntermediateDirectories: true)
        try directory.write("{}", to: "dot/real.json")
        #expect(symlink("dot/middle.json", directory.file("settings.json")) == 0)
        #expect(symlink("real.json", directory.file("dot/middle.json")) == 0)
        try await repository().set(\.port, to: 7)
        #expect(try directory.status().st_mode & S_IFMT == S_IFLNK)
        #expect(try directory.status("dot/middle.json").st_mode & S_IFMT == S_IFLNK)
        #expect(try directory.read("dot/real.json").contains("7"))
        #expect(try directory.names == ["dot", "settings.json"])
    }

    @Test("A link to nothing is filled at its end")
    func danglingLink() async throws {
        #expect(symlink("later.json", directory.file("settings.json")) == 0)
        let repository = try repository()
        #expect(await repository.status == .missing)
        try await repository.set(\.port, to: 7)
        #expect(try directory.status().st_mode & S_IFMT == S_IFLNK)
        #expect(try directory.read("later.json").contains("7"))
    }

    @Test("After a write there is nothing beside the file but the lock")
    func noLeftovers() async throws {
        try directory.write("{}")
        let repository = try repository()
        for port in 1...8 { try await repository.set(\.port, to: port) }
        #expect(try directory.names == [".settings.json.lock", "settings.json"])
        // What many in a row keep for the next of them goes when none comes.
        for port in 9...20 { try await repository.set(\.port, to: port) }
        try await eventually("the spare is gone") {
            try directory.names == [".settings.json.lock", "settings.json"]
        }
        #expect(try directory.status(".settings.json.lock").st_mode & 0o777 == 0o600)
    }

    @Test("Whatever else is in the file's place is refused at once, by name")
    func notAFile() throws {
        #expect(mkfifo(directory.file("fifo"), 0o644) == 0)
        #expect(symlink("/dev/zero", directory.file("zero")) == 0)
        #expect(mkdir(directory.file("folder"), 0o755) == 0)
        for (name, word) in [("fifo", "FIFO"), ("zero", "character device"), ("folder", "directory")] {
            let error = #expect(throws: SettingsError.self) { try repository(name) }
            #expect(error?.code == .notARegularFile)
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
        }
    }

    @Test("A path through a file, a loop of links and a path that names a directory say what they are")
    func impossiblePaths() throws {
        try directory.write("{}", to: "file")
        #expect(symlink("loop", directory.file("loop")) == 0)
        for (name, word) in [("file/settings.json", "not a directory"), ("loop", "loop"), ("x/", "directory")] {
            let error = #expect(throws: SettingsError.self) { try repository(name) }
            #expect(error?.code == .invalidFile)
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
        }
        #expect(throws: SettingsError.self) { try FileStorage(path: "") }
    }

    @Test("A file over the size cap is refused without being read")
    func tooLarge() throws {
        let path = directory.file("settings.json")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 1 << 30) == 0)
        let error = #expect(throws: SettingsError.self) { try repository() }
        #expect(error?.code == .tooLarge)
        #expect(throws: SettingsError.self) {
            try directory.write("{ \"port\": 1 }")
            _ = try repository { $0.maximumSize = 5 }
        }
    }

    @Test("A hard-linked file is not parted silently; in place it keeps both names")
    func hardLink() async throws {
        try directory.write("{ \"port\": 1 }")
        #expect(link(directory.file("settings.json"), directory.file("other.json")) == 0)
        let careful = try repository()
        let error = await #expect(throws: SettingsError.self) { try await careful.set(\.port, to: 2) }
        #expect(error?.code == .hardLinked)
        #expect(try directory.read() == "{ \"port\": 1 }")
        let willing = try repository { $0.irreplaceable = .writeInPlace }
        try await willing.set(\.port, to: 3)
        #expect(try directory.read("other.json") == "{ \"port\": 3 }")
        #expect(try directory.names == [".settings.json.lock", "other.json", "settings.json"])
    }

    @Test("Directories are made when asked for, closed to others; else their absence is the error")
    func directories() async throws {
        let careful = try repository("a/b/settings.json")
        let error = await #expect(throws: SettingsError.self) { try await careful.set(\.port, to: 2) }
        #expect(error?.code == .invalidFile)
        #expect(error?.description.contains("no such directory") == true)
        let willing = try repository("a/b/settings.json") { $0.createsDirectories = true }
        try await willing.set(\.port, to: 2)
        #expect(try directory.status("a/b").st_mode & 0o777 == 0o700)
    }

    @Test("A temporary file that a dead process left is swept; a name that only looks alike is not")
    func sweeping() async throws {
        try directory.write("{}")
        try directory.write("{", to: ".settings.json.settings-tmp-0123456789abcdef")
        try directory.write("x", to: ".settings.json.settings-tmp-notes")
        try await repository().set(\.port, to: 2)
        #expect(
            try directory.names == [
                ".settings.json.lock", ".settings.json.settings-tmp-notes", "settings.json",
            ])
    }

    @Test("An edit made by renaming arrives")
    func renamed() async throws {
        try directory.write("{ \"port\": 1 }")
        let repository = try repository()
        let ports = await repository.values(of: \.port)
        try directory.replace(with: "{ \"port\": 2 }")
        for await port in ports where port == 2 { break }
        #expect(await repository.value.port == 2)
    }

    @Test("An edit made in place arrives whole, and our own writes are no outside change")
    func inPlace() async throws {
        try directory.write("{ \"port\": 1 }")
        let repository = try repository()
        let changes = await repository.changes
        try await repository.set(\.port, to: 5)
        var origins: [ChangeOrigin] = []
        try directory.write("{ \"port\": 2 }")
        for await change in changes {
            origins.append(change.origin)
            if change.new.port == 2 { break }
        }
        #expect(await repository.value.port == 2)
        #expect(await repository.revision == 3)
        #expect(origins.last == .file)
    }

    @Test("A file that goes away and comes back is reported and followed")
    func goneAndBack() async throws {
        try directory.write("{ \"port\": 1 }")
        let repository = try repository()
        try await eventually("watching") { await repository.status == .watching }
        unlink(directory.file("settings.json"))
        try await eventually("missing") { await repository.status == .missing }
        #expect(await repository.value.port == 1)
        try directory.write("{ \"port\": 2 }")
        try await eventually("back") { await repository.status == .watching }
        #expect(await repository.value.port == 2)
    }

    @Test("Many processes' worth of storages on one file add up exactly")
    func increments() async throws {
        try directory.write("{ \"port\": 0 }")
        let repositories = try (0..<4).map { _ in try repository() }
        await withTaskGroup(of: Void.self) { group in
            for repository in repositories {
                group.addTask {
                    for _ in 0..<50 {
                        do {
                            try await repository.update { $0.port += 1 }
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
        #expect(try directory.read() == "{ \"port\": 200 }")
    }

    @Test("A lock that is held too long ends the wait with the holder's name")
    func lockTimeout() async throws {
        try directory.write("{ \"port\": 0 }")
        try await repository().set(\.port, to: 1)
        let lock = directory.file(".settings.json.lock")
        let holder = Process()
        holder.executableURL = URL(filePath: "/usr/bin/env")
        holder.arguments = [
            "python3", "-c",
            "import fcntl,struct,sys;f=open(sys.argv[1],'r+');fcntl.fcntl(f,37,struct.pack('hhqqi',1,0,0,0,0));print('held',flush=True);sys.stdin.read()",
            lock,
        ]
        let (output, input) = (Pipe(), Pipe())
        holder.standardOutput = output
        holder.standardInput = input
        try holder.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("held"))
        let waiting = try repository { $0.lockTimeout = .milliseconds(50) }
        let error = await #expect(throws: SettingsError.self) { try await waiting.set(\.port, to: 2) }
        #expect(error?.code == .lockTimeout)
        #expect(
            error?.description.contains("process \(holder.processIdentifier)") == true, "\(error?.description ?? "")")
        #expect(try directory.read() == "{ \"port\": 1 }")
        try input.fileHandleForWriting.close()
        holder.waitUntilExit()
        // A lock file that lies there means nothing.
        try await waiting.set(\.port, to: 3)
        #expect(try directory.read() == "{ \"port\": 3 }")
    }

    private func currentUmask() -> mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    private func setAttribute(_ name: String, _ value: String, on path: String) -> Bool {
        run("setfattr", "-n", name, "-v", value, path) == 0
    }

    private func attribute(_ name: String, of path: String) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["getfattr", "--only-values", "-n", name, path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return nil
        }
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    private func run(_ arguments: String...) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return -1
        }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
