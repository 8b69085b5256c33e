import Foundation
import Glibc
import TestSupport
import Testing

/// Full, read-only and mounted file systems, and files that must not change, as root can make them.
@Suite(.serialized) struct FileSystemTests {
    private let directory = TestDirectory()

    private func tool(_ arguments: String..., in place: String? = nil) async throws -> ProgramResult {
        try await Program.run(
            Program.settingsctl, ["-f", "settings.json"] + arguments, in: place ?? directory.path)
    }

    /// Mounts something on a new directory for the length of `body`.
    private func mounting(_ options: [String], on name: String, _ body: (String) async throws -> Void) async throws {
        let point = directory.file(name)
        #expect(try await Program.run("mount", options + [point]).status == 0)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(point))
        } catch {
            result = .failure(error)
        }
        // A watch that is just being ended may hold it for a moment.
        try await eventually("unmounted") { try await Program.run("umount", [point]).status == 0 }
        try result.get()
    }

    @Test(
        "On a full disk a hundred writes fail with 'no space', and leave the file and nothing else",
        .enabled(if: Machine.canMount, "only root may mount"))
    func fullDisk() async throws {
        #expect(mkdir(directory.file("small"), 0o755) == 0)
        try await mounting(["-t", "tmpfs", "-o", "size=64k", "tmpfs"], on: "small") { point in
            let text = "{ \"port\": 1, \"text\": \"\(String(repeating: "x", count: 20_000))\" }\n"
            try directory.write(text, to: "small/settings.json")
            #expect(try await tool("set", "port", "2", in: point).status == 0)
            try directory.write(String(repeating: "y", count: 30_000), to: "small/filler")
            for _ in 0..<100 {
                let result = try await tool("set", "port", "3", in: point)
                #expect(result.status == 5)
                #expect(result.output.isEmpty && result.errors.contains("no space left on the device"))
            }
            #expect(try directory.read("small/settings.json") == text.replacing("1", with: "2"))
            let names = try FileManager.default.contentsOfDirectory(atPath: point).sorted()
            #expect(names == [".settings.json.lock", "filler", "settings.json"])
            unlink(point + "/filler")
            #expect(try await tool("set", "port", "4", in: point).status == 0)
        }
    }

    @Test(
        "On a read-only file system reading works and makes nothing; a write says that it is read-only",
        .enabled(if: Machine.canMount, "only root may mount"))
    func readOnly() async throws {
        #expect(mkdir(directory.file("real"), 0o755) == 0 && mkdir(directory.file("view"), 0o755) == 0)
        try directory.write("{ \"port\": 1 }", to: "real/settings.json")
        try await mounting(["--bind", "-o", "ro", directory.file("real")], on: "view") { point in
            // Older versions of mount need two steps.
            try await Program.run("mount", ["-o", "remount,bind,ro", point])
            #expect(try await tool("get", "port", in: point).output == "1\n")
            let result = try await tool("set", "port", "2", in: point)
            #expect(result.status == 5)
            #expect(result.errors.contains("read-only"), "\(result.errors)")
            #expect(try directory.read("real/settings.json") == "{ \"port\": 1 }")
            #expect(try FileManager.default.contentsOfDirectory(atPath: point) == ["settings.json"])
        }
    }

    @Test(
        "A file that is a mount of its own is refused with the reason; in place it is written, and stays the mount",
        .enabled(if: Machine.canMount, "only root may mount"))
    func fileMount() async throws {
        try directory.write("{ \"port\": 1 }", to: "host.json")
        try directory.write("{}")
        try await mounting(["--bind", directory.file("host.json")], on: "settings.json") { _ in
            let refused = try await tool("set", "port", "2")
            #expect(refused.status == 5)
            #expect(refused.errors.contains("bind mount") && refused.errors.contains("--in-place"))
            #expect(try directory.read("host.json") == "{ \"port\": 1 }")
            let result = try await tool("set", "port", "2", "--in-place")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try directory.read("host.json") == "{ \"port\": 2 }")
            #expect(try directory.names == [".settings.json.lock", "host.json", "settings.json"])
        }
        #expect(try directory.read() == "{}")
    }

    @Test(
        "A file that is a read-only mount of its own is said to be that, by doctor too, and in place is not recommended",
        .enabled(if: Machine.canMount, "only root may mount"))
    func readOnlyFileMount() async throws {
        try directory.write("{ \"port\": 1 }", to: "host.json")
        try directory.write("{}")
        try await mounting(["--bind", directory.file("host.json")], on: "settings.json") { point in
            #expect(try await Program.run("mount", ["-o", "remount,bind,ro", point]).status == 0)
            let doctor = try await tool("doctor")
            #expect(doctor.status == 5)
            #expect(
                doctor.output.contains(
                    "error   mount        the file is a mount of its own (a bind mount), and read-only"))
            #expect(!doctor.output.contains("--in-place"), "\(doctor.output)")
            for arguments in [["set", "port", "2"], ["set", "--in-place", "port", "2"]] {
                let result = try await Program.run(
                    Program.settingsctl, ["-f", "settings.json"] + arguments, in: directory.path)
                #expect(result.status == 5)
                #expect(
                    result.errors.contains("and read-only") && !result.errors.contains("--in-place"), "\(result.errors)"
                )
            }
            #expect(try directory.read("host.json") == "{ \"port\": 1 }")
        }
    }

    @Test(
        "doctor names what closes a file or its directory to everybody, and set what takes it off",
        .enabled(if: Machine.canMakeImmutable, "only root may, on a file system that knows it"),
        arguments: ["i", "a"])
    func closedToEverybody(_ attribute: String) async throws {
        let word = attribute == "i" ? "immutable" : "append-only"
        try directory.write("{ \"port\": 1 }")
        for name in ["settings.json", "."] {
            #expect(try await Program.run("chattr", ["+" + attribute, directory.file(name)]).status == 0)
            let doctor = try await tool("doctor")
            let results = [try await tool("set", "port", "2"), try await tool("set", "--in-place", "port", "2")]
            #expect(try await Program.run("chattr", ["-" + attribute, directory.file(name)]).status == 0)
            #expect(doctor.status == 5)
            let topic = name == "." ? "directory    " : "attributes   the file "
            let line = doctor.output.split(separator: "\n").first { $0.hasPrefix("error") } ?? ""
            #expect(line.hasPrefix("error   \(topic)"), "\(doctor.output)")
            #expect(line.contains("is \(word)") && line.contains("chattr -\(attribute)"), "\(line)")
            for result in results {
                #expect(result.status == 5)
                let what = name == "." ? "the directory \(directory.path) is \(word)" : "the file is \(word)"
                #expect(result.errors.contains(what), "\(result.errors)")
                #expect(result.errors.contains("chattr -\(attribute)"), "\(result.errors)")
            }
            #expect(try directory.names.filter { $0 != ".settings.json.lock" } == ["settings.json"])
            #expect(try directory.read() == "{ \"port\": 1 }")
        }
    }

    @Test(
        "Where no more files can be made, the error says that, and not that there is no space",
        .enabled(if: Machine.canMount, "only root may mount"))
    func fullInodes() async throws {
        #expect(mkdir(directory.file("small"), 0o755) == 0)
        try await mounting(["-t", "tmpfs", "-o", "nr_inodes=3", "tmpfs"], on: "small") { point in
            try directory.write("{ \"port\": 1 }", to: "small/settings.json")
            try directory.write("", to: "small/filler")
            let result = try await tool("set", "port", "2", in: point)
            #expect(result.status == 5)
            #expect(result.errors.contains("can hold no more files"), "\(result.errors)")
            #expect(result.errors.contains("hint: remove files there"), "\(result.errors)")
            #expect(!result.errors.contains("space"))
            unlink(point + "/filler")
            #expect(try await tool("set", "port", "2", in: point).status == 5)
            #expect(try directory.read("small/settings.json") == "{ \"port\": 1 }")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: point).sorted()
                    == [".settings.json.lock", "settings.json"])
        }
    }

    @Test(
        "In a directory that the user may write in but not read, set and doctor say what is missing",
        .enabled(if: Machine.canChangeUser, "only root may become another user"))
    func unreadableDirectory() async throws {
        try directory.write("{ \"port\": 1 }")
        #expect(chown(directory.path, 1234, 1234) == 0 && chown(directory.file("settings.json"), 1234, 1234) == 0)
        #expect(chmod(directory.path, 0o300) == 0)
        let user = [
            "--reuid", "1234", "--regid", "1234", "--clear-groups", Program.settingsctl, "-f",
            directory.file("settings.json"),
        ]
        let result = try await Program.run("setpriv", user + ["set", "port", "2"])
        #expect(result.status == 5)
        #expect(result.errors.contains("may not read the directory \(directory.path)"), "\(result.errors)")
        #expect(result.errors.contains("chmod u+r"))
        let doctor = try await Program.run("setpriv", user + ["doctor"])
        #expect(doctor.status == 5)
        #expect(doctor.output.contains("cannot be read (mode 0300)"), "\(doctor.output)")
        #expect(chmod(directory.path, 0o700) == 0)
        #expect(try await Program.run("setpriv", user + ["set", "port", "2"]).status == 0)
    }

    @Test(
        "In an immutable directory, and of an immutable file, a write fails and says so; nothing is left",
        .enabled(if: Machine.canMakeImmutable, "only root may, on a file system that knows it"))
    func immutable() async throws {
        try directory.write("{ \"port\": 1 }")
        for name in [".", "settings.json"] {
            #expect(try await Program.run("chattr", ["+i", directory.file(name)]).status == 0)
            let result = try await tool("set", "port", "2")
            #expect(try await Program.run("chattr", ["-i", directory.file(name)]).status == 0)
            #expect(result.status == 5)
            #expect(result.errors.contains("immutable"), "\(result.errors)")
            #expect(try directory.read() == "{ \"port\": 1 }")
            #expect(try directory.names.filter { $0 != ".settings.json.lock" } == ["settings.json"])
        }
        #expect(try await tool("set", "port", "2").status == 0)
    }

    // MARK: What the file keeps

    @Test("A file for its owner alone stays so, and so does its lock")
    func closedFile() async throws {
        try directory.write("{ \"port\": 1 }")
        chmod(directory.file("settings.json"), 0o600)
        #expect(try await tool("set", "port", "2").status == 0)
        #expect(try directory.status().st_mode & 0o7777 == 0o600)
        #expect(try directory.status(".settings.json.lock").st_mode & 0o7777 == 0o600)
    }

    @Test(
        "In a setgid directory the file keeps the group it has; a new one takes the directory's, less the umask",
        .enabled(if: Machine.isRoot, "only root may give files away"))
    func setgidDirectory() async throws {
        #expect(chown(directory.path, 0, 1234) == 0 && chmod(directory.path, 0o2775) == 0)
        try directory.write("{ \"port\": 1 }")
        #expect(chown(directory.file("settings.json"), 65534, 4321) == 0)
        #expect(chmod(directory.file("settings.json"), 0o660) == 0)
        #expect(try await tool("set", "port", "2").status == 0)
        let status = try directory.status()
        #expect(status.st_uid == 65534 && status.st_gid == 4321 && status.st_mode & 0o7777 == 0o660)
        let result = try await Program.run(
            "sh", ["-c", "umask 027; exec \"$0\" -f new.json set port 1", Program.settingsctl], in: directory.path)
        #expect(result.status == 0)
        let new = try directory.status("new.json")
        #expect(new.st_gid == 1234 && new.st_mode & 0o7777 == 0o640)
    }

    @Test(
        "An access list is kept, and a directory's default list is not given to a file that had none",
        .enabled(if: Machine.hasAccessLists, "there are no access lists here"))
    func accessLists() async throws {
        func list(_ name: String) async throws -> String {
            try await Program.run("getfacl", ["-c", "-n", name], in: directory.path).output
        }
        try directory.write("{ \"port\": 1 }")
        chmod(directory.file("settings.json"), 0o640)
        let bare = try await list("settings.json")
        #expect(try await Program.run("setfacl", ["-d", "-m", "u:65534:rw", directory.path]).status == 0)
        #expect(try await tool("set", "port", "2").status == 0)
        #expect(try await list("settings.json") == bare)
        #expect(
            try await Program.run("setfacl", ["-m", "u:1234:rw,g:4321:r", directory.file("settings.json")]).status == 0)
        let given = try await list("settings.json")
        #expect(try await tool("set", "port", "3").status == 0)
        #expect(try await list("settings.json") == given)
        #expect(given.contains("user:1234:rw-"))
    }

    @Test(
        "Attributes are kept, all of them", .enabled(if: Machine.hasAttributes, "there are no attributes here"))
    func attributes() async throws {
        try directory.write("{ \"port\": 1 }")
        for (name, value) in [
            ("user.note", "kept"), ("user.empty", ""), ("user.long", String(repeating: "z", count: 900)),
        ] {
            #expect(
                try await Program.run("setfattr", ["-n", name, "-v", value, directory.file("settings.json")]).status
                    == 0)
        }
        let before = try await Program.run("getfattr", ["-d", "settings.json"], in: directory.path).output
        #expect(try await tool("set", "port", "2").status == 0)
        #expect(try await Program.run("getfattr", ["-d", "settings.json"], in: directory.path).output == before)
    }

    @Test("A dotfile manager's links, over directories and file systems, stay; the file changes where it is")
    func dotfileLinks() async throws {
        let other = "/dev/shm/settings-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: other) } }
        #expect(mkdir(directory.file("dotfiles"), 0o755) == 0)
        try "{ \"port\": 1 }".write(toFile: other + "/real.json", atomically: false, encoding: .utf8)
        #expect(symlink(other + "/real.json", directory.file("dotfiles/settings.json")) == 0)
        #expect(symlink("dotfiles/settings.json", directory.file("settings.json")) == 0)
        #expect(try await tool("set", "port", "2").status == 0)
        #expect(try String(contentsOfFile: other + "/real.json", encoding: .utf8) == "{ \"port\": 2 }")
        #expect(try directory.status().st_mode & S_IFMT == S_IFLNK)
        #expect(try directory.status("dotfiles/settings.json").st_mode & S_IFMT == S_IFLNK)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("dotfiles")) == ["settings.json"])
        let names = try FileManager.default.contentsOfDirectory(atPath: other).sorted()
        #expect(names == [".real.json.lock", "real.json"])
    }

    // MARK: Other users

    @Test(
        "Who may write a file of another's only as a member of its group does not become its owner",
        .enabled(if: Machine.canChangeUser, "only root may become another user"))
    func groupMember() async throws {
        #expect(chown(directory.path, 0, 4321) == 0 && chmod(directory.path, 0o2775) == 0)
        try directory.write("{ \"port\": 1 }")
        #expect(chown(directory.file("settings.json"), 1234, 4321) == 0)
        #expect(chmod(directory.file("settings.json"), 0o660) == 0)
        let member = [
            "--reuid", "2345", "--regid", "4321", "--clear-groups", Program.settingsctl, "-f", "settings.json",
        ]
        let refused = try await Program.run("setpriv", member + ["set", "port", "2"], in: directory.path)
        #expect(refused.status == 5)
        #expect(refused.errors.contains("belongs to user 1234"), "\(refused.errors)")
        #expect(try directory.read() == "{ \"port\": 1 }")
        let result = try await Program.run("setpriv", member + ["set", "port", "2", "--in-place"], in: directory.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try directory.read() == "{ \"port\": 2 }")
        let status = try directory.status()
        #expect(status.st_uid == 1234 && status.st_gid == 4321 && status.st_mode & 0o7777 == 0o660)
    }

    @Test(
        "Who may only read the file cannot take its lock, and reads without one",
        .enabled(if: Machine.canChangeUser, "only root may become another user"))
    func reader() async throws {
        chmod(directory.path, 0o755)
        try directory.write("{ \"port\": 1 }")
        chmod(directory.file("settings.json"), 0o644)
        let reader = [
            "--reuid", "2345", "--regid", "2345", "--clear-groups", Program.settingsctl, "-f", "settings.json",
        ]
        #expect(try await Program.run("setpriv", reader + ["get", "port"], in: directory.path).output == "1\n")
        #expect(try directory.names == ["settings.json"])
        let refused = try await Program.run("setpriv", reader + ["set", "port", "2"], in: directory.path)
        #expect(refused.status == 5 && refused.errors.contains("belongs to user 0"), "\(refused.errors)")
        #expect(try await tool("set", "port", "2").status == 0)
        #expect(try directory.status(".settings.json.lock").st_mode & 0o7777 == 0o600)
    }
}
