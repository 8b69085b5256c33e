import Glibc

/// A test that runs in a process of its own: this test program, started again for one role.
enum ChildProcess {
    /// The role that this process was started for; `nil` in the ordinary run.
    static var role: String? { variable("FILE_WATCHING_ROLE") }

    /// The directory that both processes know.
    static var directory: String { variable("FILE_WATCHING_DIRECTORY") ?? "/nonexistent" }

    private static func variable(_ name: String) -> String? {
        // Unsafe: nobody changes the environment while the tests run.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Starts this program in a role, under a command if one is given.
    static func start(_ role: String, in directory: TemporaryDirectory, under command: [String] = []) -> pid_t {
        var path = [CChar](repeating: 0, count: 4096)
        _ = unsafe readlink("/proc/self/exe", &path, 4095)
        let program = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let arguments =
            ["env", "FILE_WATCHING_ROLE=\(role)", "FILE_WATCHING_DIRECTORY=\(directory.path)"] + command
            + [program, "--testing-library", "swift-testing", "--filter", "FileWatchingTests.ChildRoles"]
        // Unsafe: the strings are freed after the call that reads them.
        var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe argv.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        return unsafe posix_spawnp(&pid, argv[0]!, nil, nil, &argv, environ) == 0 ? pid : -1
    }

    /// What the process exits with; it is killed after `seconds`.
    static func wait(_ pid: pid_t, seconds: Double = 30) async -> Int32 {
        var status: Int32 = 0
        let end = now() + Int64(seconds * 1e9)
        while unsafe waitpid(pid, &status, WNOHANG) == 0 {
            if now() > end { kill(pid, SIGKILL) }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    }
}
