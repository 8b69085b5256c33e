import Foundation
import TestSupport
import Testing

/// Whoever may write the file may lock it, and nobody else, whatever says so: mode, group or access list.
@Suite(.enabled(if: geteuid() == 0, "needs root, to act as other users")) struct LockAccessTests {
    /// An owner, a member of the group 65530, and somebody who is neither; and a directory where all of them may write.
    private static let users = """
        cp "$tool" ./tool; chmod 755 . tool; mkdir d; chmod 777 d; cd d; echo '{"a":1}' > f.json
        owner="setpriv --reuid=65531 --regid=65531 --clear-groups"
        member="setpriv --reuid=65532 --regid=65532 --groups=65530"
        other="setpriv --reuid=65533 --regid=65533 --clear-groups"
        lock() { $1 sh -c ': >> .f.json.lock' 2> /dev/null && echo yes || echo no; }

        """
    private static let hasAccessLists = Program.exists("setfacl")

    @Test("Of a file with an access list, who may write by it may lock, and who may only read may not")
    func accessList() async throws {
        guard Self.hasAccessLists else { return }
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chown 0:65530 f.json; chmod 640 f.json; setfacl -m u:65533:rw,u:65531:r f.json || exit 99
                ../tool -f f.json set a 2; getfacl -c -n .f.json.lock
                lock "$member"; lock "$other"; lock "$owner"; $other ../tool -f f.json set --in-place a 3; echo $?
                """)
        if result.status == 99 { return }
        #expect(
            result.output == """
                user::rw-
                user:65531:---
                user:65533:rw-
                group::---
                mask::rw-
                other::---

                no
                yes
                no
                0

                """, "\(result.errors)")
        #expect(try room.text("d/f.json") == "{\"a\":3}\n")
    }

    @Test("Who may write the file since its mode was changed is told why the lock is not to be had yet")
    func openedLater() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chown 65531:65531 f.json; chmod 1777 .; $owner ../tool -f f.json set a 2; chmod 666 f.json
                $other ../tool -f f.json set --in-place a 3; echo $?
                $owner ../tool -f f.json set a 4; $other ../tool -f f.json set --in-place a 5; echo $?
                """)
        #expect(result.output == "5\n0\n", "\(result.errors)")
        #expect(
            result.errors.contains("hint: it belongs to user 65531: if the settings were opened to you after it was"))
        #expect(result.errors.contains("have that user or root write them once, or remove"))
    }

    @Test("Who waits for another user's process in vain is told who can say which one it is")
    func foreignHolder() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chmod 666 f.json; ../tool -f f.json set a 2; mkfifo ready
                python3 -c '
                import fcntl, time
                file = open(".f.json.lock", "r+"); fcntl.lockf(file, fcntl.LOCK_EX)
                open("ready", "w").write("x"); time.sleep(60)' > /dev/null 2>&1 & read < ready
                $other ../tool -f f.json set --in-place --lock-timeout 0.05 a 3; echo $?; kill -9 $!
                """)
        #expect(result.output == "6\n", "\(result.errors)")
        #expect(result.errors.contains("which process it is can be told to its own user and to root alone"))
    }

    @Test("A directory's default access list gives nobody the lock of a file that has none")
    func defaultList() async throws {
        guard Self.hasAccessLists else { return }
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chown 65531:65530 f.json; chmod 660 f.json; setfacl -d -m u:65533:rw . || exit 99
                ../tool -f f.json set a 2; stat -c '%u:%g %a' .f.json.lock; getfacl -c -n .f.json.lock
                lock "$other"; lock "$member"
                # One that an earlier version made.
                setfacl -m u:65533:rw .f.json.lock; $owner ../tool -f f.json set --in-place a 3; lock "$other"
                """)
        if result.status == 99 { return }
        #expect(
            result.output == """
                65531:65530 660
                user::rw-
                group::rw-
                other::---

                no
                yes
                no

                """, "\(result.errors)")
    }

    @Test("A lock file that a member of the group made is the owner's, too, who is no member")
    func madeByMember() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chown 65531:65530 f.json; chmod 660 f.json
                $member ../tool -f f.json set --in-place a 2; echo $?; stat -c %u .f.json.lock
                $owner ../tool -f f.json set --in-place a 3; echo $?; lock "$other"
                """)
        #expect(result.output == "0\n65532\n0\nno\n", "\(result.errors)")
    }

    @Test("A lock file that somebody made who may write like all others is for all others")
    func madeByOther() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chown 65531:65530 f.json; chmod 666 f.json
                $other ../tool -f f.json set --in-place a 2; echo $?; stat -c '%u %a' .f.json.lock
                lock "$owner"; lock "$member"; lock "setpriv --reuid=65529 --regid=65533 --clear-groups"
                """)
        #expect(result.output == "0\n65533 666\nyes\nyes\nyes\n", "\(result.errors)")
    }

    @Test(
        "In a sticky directory a lock file counts that was made by somebody who may write the file",
        arguments: [
            ("chmod 666 f.json", "other"), ("chmod 660 f.json", "member"),
            ("chmod 640 f.json; setfacl -m u:65533:rw f.json", "other"),
        ])
    func stickyDirectory(_ preparing: String, _ user: String) async throws {
        guard Self.hasAccessLists || !preparing.contains("setfacl") else { return }
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chmod 1777 .; chown 65531:65530 f.json; \(preparing) || exit 99
                $\(user) ../tool -f f.json set --in-place a 2; echo $?
                $owner sh -c '../tool doctor f.json | grep "lock "'
                setpriv --reuid=65531 --regid=65531 --groups=65530 ../tool -f f.json set a 3; echo $?
                """)
        if result.status == 99 { return }
        #expect(result.output == "0\nok      lock         is free\n0\n", "\(result.errors)")
    }

    @Test("In a sticky directory with setgid a lock file's group does not prove that its maker may write")
    func stickyAndSetgid() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.users + """
                chgrp 65530 .; chmod 3777 .; chown 65531:65530 f.json; chmod 660 f.json
                $other touch .f.json.lock; stat -c %g .f.json.lock; chmod 666 .f.json.lock
                setpriv --reuid=65531 --regid=65530 --clear-groups ../tool -f f.json set a 3; echo $?
                """)
        #expect(result.output == "65530\n5\n")
        #expect(result.errors.contains("belongs to user 65533, who may not write the settings"), "\(result.errors)")
    }
}
