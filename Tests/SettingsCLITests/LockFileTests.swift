import Foundation
import TestSupport
import Testing

/// What lies under the lock file's name, and who can write together with whom.
struct LockFileTests {
    private static let isRoot = geteuid() == 0
    private static let needsRoot: Comment = "needs root, to act as two users"
    /// Two members of a group, neither of them root; the tool must be where they can reach it.
    private static let users = """
        cp "$tool" ./tool; chmod 755 . tool
        owner="setpriv --reuid=65531 --regid=65531 --groups=65530 ../tool"
        other="setpriv --reuid=65532 --regid=65532 --groups=65530 ../tool"
        stranger="setpriv --reuid=65533 --regid=65533 --clear-groups"

        """

    @Test("A file of somebody's own under the lock's name is refused, not written over")
    func foreignContents() async throws {
        let room = try Room("{}")
        try room.write("precious\n", to: ".s.json.lock")
        let result = try await room.run("set", "x", "2")
        #expect(result.status == 5)
        #expect(result.errors.contains("holds something else"))
        let doctor = try await room.run("doctor")
        #expect(doctor.status == 5)
        #expect(doctor.output.contains("holds something else"))
        #expect(try room.text(".s.json.lock") == "precious\n")
        #expect(try room.text() == "{}")
    }

    @Test(
        "A lock file that is another file too, or no file at all, is refused",
        arguments: ["ln victim", "ln -s victim", "mkfifo", "mkdir", "python3 bind.py"])
    func oddLockFile(_ making: String) async throws {
        let room = try Room("{}")
        try room.write("import socket, sys\nsocket.socket(socket.AF_UNIX).bind(sys.argv[1])\n", to: "bind.py")
        let made = try await room.shell(": > victim; \(making) .s.json.lock")
        try #require(made.status == 0)
        let result = try await room.shell("$tool -f s.json set x 2")
        #expect(result.status == 5)
        #expect(result.errors.contains(".s.json.lock"))
        #expect(result.errors.contains("hint: move "), "\(result.errors)")
        let doctor = try await room.shell("$tool doctor s.json")
        #expect(doctor.status == 5)
        #expect(doctor.output.contains(".s.json.lock"))
        #expect(try room.text("victim") == "")
        #expect(try room.text() == "{}")
    }

    @Test(
        "Members of a group that may write the file can lock it after one another, its owner too",
        .enabled(if: isRoot, needsRoot))
    func sharedGroup() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                mkdir g; chgrp 65530 g; chmod 2775 g; cd g
                echo '{"a":1}' > f.json; chown 65531:65530 f.json; chmod 660 f.json
                $other -f f.json set --in-place a 2 && $owner -f f.json set a 3 && $other -f f.json set --in-place a 4
                """)
        #expect(result == ProgramResult(status: 0, output: "", errors: ""))
        #expect(try room.text("g/f.json") == "{\"a\":4}\n")
    }

    @Test("Who may not write the file leaves no lock file behind", .enabled(if: isRoot, needsRoot))
    func refusedBeforeLocking() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                mkdir sh; chmod 1777 sh; cd sh; echo '{"a":1}' > f.json; chown 65531:65531 f.json; chmod 644 f.json
                $other -f f.json set a 2; echo $?; ls -A; $owner -f f.json set a 3; echo $?
                """)
        #expect(result.output == "5\nf.json\n0\n")
        #expect(result.errors.contains("belongs to user 65531"))
    }

    @Test(
        "In a sticky directory a stranger's lock file and leftovers count for nothing", .enabled(if: isRoot, needsRoot))
    func stickyDirectory() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                mkdir st; chmod 1777 st; cd st; echo '{"a":1}' > f.json; chown 65531:65531 f.json
                $stranger touch .f.json.lock .f.json.settings-tmp-0123456789abcdef
                $owner -f f.json set a 2; echo $?
                ../tool -f f.json set a 3; echo $?
                stat -c %u .f.json.lock .f.json.settings-tmp-0123456789abcdef
                """)
        #expect(result.output == "5\n0\n65531\n65533\n")
        #expect(
            result.errors.contains("the lock file .f.json.lock belongs to user 65533, who may not write the settings"))
        #expect(try room.text("st/f.json") == "{\"a\":3}\n")
    }

    @Test(
        "A name as long as a name can be is read and written, and nothing is left beside it",
        arguments: [180, 190, 191, 230, 255])
    func longName(_ length: Int) async throws {
        let room = try Room()
        let name = String(repeating: "é", count: (length - 1) / 2) + (length.isMultiple(of: 2) ? "xx" : "x")
        try #require(name.utf8.count == length)
        try room.write("{}", to: name)
        #expect(
            try await Tool.run(["-f", name, "set", "a", "2"], in: room.path)
                == ProgramResult(status: 0, output: "", errors: ""))
        #expect(try await Tool.run(["-f", name, "get", "a"], in: room.path).output == "2\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.path).count == 2)
    }

    @Test("Two names of one file (hard links) written in place at once: every change is there, and no copy is left")
    func hardLinks() async throws {
        let room = try Room()
        let result = try await room.shell(
            """
            echo '{}' > m.json; ln m.json m2.json
            for i in 1 2 3 4 5 6 7 8 9 10; do
                $tool -f m.json set --in-place --lock-timeout 60 x$i 1 &
                $tool -f m2.json set --in-place --lock-timeout 60 y$i 1 &
            done
            for job in $(jobs -p); do wait $job || echo failed; done
            $tool -f m.json list | wc -l; ls -A
            """)
        #expect(
            result == ProgramResult(status: 0, output: "20\n.m.json.lock\n.m2.json.lock\nm.json\nm2.json\n", errors: "")
        )
    }

    @Test(
        "Another program's write lease is waited for, not an error", arguments: ["get a", "set a 2"])
    func writeLease(_ command: String) async throws {
        let room = try Room("{\"a\":1}\n")
        // As a file server does, it gives the lease back when asked to.
        try room.write(
            """
            import fcntl, os, signal
            # The tests' threads have signals blocked, and so have their children.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            file = os.open("s.json", os.O_RDWR)
            def give(*_):
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                os.close(file)
                os._exit(0)
            signal.signal(signal.SIGIO, give)
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            print("held", flush=True)
            while True: signal.pause()
            """, to: "lease.py")
        let result = try await room.shell(
            "coproc python3 lease.py; read line <&${COPROC[0]}; $tool -f s.json \(command) >out; echo $?")
        #expect(result.output == "0\n")
        #expect(result.errors == "")
    }
}
