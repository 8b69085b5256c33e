import Foundation
import TestSupport
import Testing

/// Commands in a process that may have only a few threads or descriptors.
struct ScarcityTests {
    static let isRoot = getuid() == 0

    @Test(
        "Without threads to watch with a command says so and ends",
        .enabled(if: isRoot, "needs to be root, to change to another user: root may have any number of threads"),
        arguments: ["watch", "watch --json", "doctor"], [1, 2, 3])
    func threads(command: String, limit: Int) async throws {
        let room = try Room("{}")
        // A user whom nobody else is: the limit is of all that a user runs. The program lies where that user may go.
        let result = try await room.shell(
            """
            chmod 755 .; cp "$tool" ./tool
            timeout -k 1 50 setpriv --reuid=64321 --regid=64321 --clear-groups prlimit --nproc=\(limit) \\
                ./tool -f s.json \(command) < /dev/null
            """)
        #expect(result.status == 5, "\(result.errors)")
        #expect(result.errors.contains("threads more: "))
        #expect(result.errors.contains("hint: raise the limit of processes"))
    }

    @Test("Without descriptors to watch with a command says so and ends", arguments: ["watch", "doctor"], 5...12)
    func descriptors(command: String, limit: Int) async throws {
        let room = try Room("{}")
        let result = try await room.shell(
            "ulimit -n \(limit); exec timeout -k 1 50 \"$tool\" -f s.json \(command) < /dev/null")
        #expect(result.status == 5, "\(result.errors)")
        #expect(result.errors.contains("free file descriptors: "))
        #expect(result.errors.contains("hint: raise the limit of open files"))
    }

    @Test("With just enough descriptors for it the file is watched")
    func enoughDescriptors() async throws {
        let room = try Room(#"{"a": 1}"#)
        let result = try await room.shell(
            """
            (ulimit -n 13; exec timeout -k 1 50 "$tool" -f s.json watch --count 1 < /dev/null) > out &
            until [ -s out ]; do sleep 0.01; done
            echo '{"a": 2}' > s.json; wait $!
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try room.text("out") == "a: 1\na: 1 → 2\n")
    }
}
