import Foundation
import Glibc
import TestSupport

/// What the machine that runs the tests has and lets them do.
enum Machine {
    static let isRoot = geteuid() == 0
    static let canTrace = Program.exists("strace") && succeeds("strace", ["-o", "/dev/null", "true"])
    static let canMount = isRoot && succeeds("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/tmp"])
    static let hasAccessLists = Program.exists("setfacl") && succeedsOnFile("setfacl", ["-m", "u:65534:r"])
    static let hasAttributes = Program.exists("setfattr") && succeedsOnFile("setfattr", ["-n", "user.test", "-v", "1"])
    static let canMakeImmutable =
        isRoot && Program.exists("chattr")
        && succeedsOnFile("chattr", ["+i"]) { succeeds("chattr", ["-i", $0]) }
    static let canChangeUser = isRoot && Program.exists("setpriv")

    static func succeeds(_ program: String, _ arguments: [String]) -> Bool {
        let process = Program.process(program, arguments, in: "/")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return false
        }
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    private static func succeedsOnFile(
        _ program: String, _ arguments: [String], undo: (String) -> Bool = { _ in true }
    ) -> Bool {
        let directory = TestDirectory()
        let file = directory.file("file")
        guard FileManager.default.createFile(atPath: file, contents: nil) else { return false }
        let succeeded = succeeds(program, arguments + [file])
        return undo(file) && succeeded
    }
}
