import Foundation
import TestSupport
import Testing

/// Files that a write would be refused on for whose they are: what is said of them, and what would help.
struct OwnershipTests {
    private static let isRoot = geteuid() == 0
    private static let needsRoot: Comment = "needs root, to act as another user"
    private static let user = """
        cp "$tool" ./tool; chmod 755 . tool; mkdir d; chown 65531:65530 d; chmod 700 d; cd d
        echo '{"a":1}' > s.json
        user="setpriv --reuid=65531 --regid=65530 --clear-groups ../tool -f s.json"

        """

    @Test("doctor names a group that a write would change, and set what helps", .enabled(if: isRoot, needsRoot))
    func foreignGroup() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.user + """
                chown 65531:0 s.json; chmod 644 s.json
                $user doctor | grep ^error; echo ${PIPESTATUS[0]}; $user set a 2; echo $?
                chgrp 65530 s.json; $user doctor | grep ^error; $user set a 3; echo $?
                """)
        #expect(result.output.hasPrefix("error   owner        the file belongs to group 0, "), "\(result.output)")
        #expect(result.output.hasSuffix("\n5\n5\n0\n"), "\(result.output)")
        #expect(result.errors.contains("replacing it would change that"))
        #expect(result.errors.contains("hint: give it to one of your groups (chgrp), "))
        #expect(!result.errors.contains("run as its owner"))
        #expect(try room.text("d/s.json") == "{\"a\":3}\n")
    }

    @Test(
        "doctor names an owner that a write would change, but not to who writes in place",
        .enabled(if: isRoot, needsRoot))
    func foreignOwner() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.user + """
                chown 65532:65530 s.json; chmod 664 s.json
                $user doctor | grep ^error; echo ${PIPESTATUS[0]}; $user set a 2; echo $?
                $user set --in-place a 3; echo $?
                """)
        #expect(result.output.hasPrefix("error   owner        the file belongs to user 65532, "), "\(result.output)")
        #expect(result.output.hasSuffix("\n5\n5\n0\n"), "\(result.output)")
        #expect(result.errors.contains("hint: run as its owner or as root, or allow writing in place"))
    }

    @Test("A file that the user may not write is said to be that, in place or not", .enabled(if: isRoot, needsRoot))
    func unwritable() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.user + """
                chown 0:65530 s.json; chmod 644 s.json
                $user doctor | grep ^error; echo ${PIPESTATUS[0]}
                $user set a 2; echo $?; $user set --in-place a 2; echo $?; ls -A
                """)
        #expect(result.output.hasPrefix("error   owner        you may not write this file: "), "\(result.output)")
        #expect(result.output.hasSuffix("\n5\n5\n5\ns.json\n"), "\(result.output)")
        #expect(
            result.errors.components(separatedBy: "s.json: error: you may not write this file: permission denied").count
                == 3)
        #expect(!result.errors.contains("in-place"))
        #expect(!result.errors.contains("replacing"))
    }
}
