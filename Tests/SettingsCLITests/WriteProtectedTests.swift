import Foundation
import TestSupport
import Testing

/// A file whose mode lets not even its owner write it.
@Suite(.enabled(if: geteuid() == 0, "needs root, to act as other users")) struct WriteProtectedTests {
    /// A directory of the user 65531, and a file there that is write-protected.
    private static let owner = """
        cp "$tool" ./tool; chmod 755 . tool; mkdir d; chown 65531:65531 d; cd d; echo '{"a":1}' > f.json
        chown 65531:65531 f.json; owner="setpriv --reuid=65531 --regid=65531 --clear-groups"

        """

    @Test("Its owner's change is refused with the reason, in every way, and no lock is made", arguments: [444, 400])
    func refused(_ mode: Int) async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.owner + """
                chmod \(mode) f.json
                for how in '' --in-place; do $owner ../tool -f f.json set $how a 2; echo $?; done
                ls -A; cat f.json
                """)
        #expect(result.output == "5\n5\nf.json\n{\"a\":1}\n")
        #expect(result.errors.contains("the file is write-protected (mode 0\(mode)): not even its owner may write it"))
        #expect(result.errors.contains("chmod u+w"))
    }

    @Test("doctor says so, and does not advise --in-place for one with two names")
    func doctor() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.owner + "chmod 444 f.json; ln f.json other; $owner ../tool doctor f.json; echo $?")
        #expect(result.output.contains("write-protected (mode 0444)"))
        #expect(!result.output.contains("--in-place"))
        #expect(result.output.hasSuffix("5\n"))
    }

    @Test("Root, who may open it for writing, changes it and keeps its mode")
    func root() async throws {
        let room = try Room()
        let result = try await room.shell(
            Self.owner + "chmod 444 f.json; ../tool -f f.json set a 2; stat -c '%a %u' f.json; cat f.json")
        #expect(result.output == "444 65531\n{\"a\":2}\n")
    }
}
