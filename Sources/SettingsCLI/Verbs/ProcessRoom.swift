import CLinux
import Glibc
import SettingsStore

/// What this process may still have of threads and descriptors.
///
/// Watching takes some of both, and Swift's runtime does not bear their want: where it can make no thread it waits until
/// it can, for ever if need be, and where it can open no descriptor for its timers it ends the process. So a command that
/// watches asks before, and says what is wrong.
enum ProcessRoom {
    /// The watcher's, the one that waits for a signal, the runtime's for its timers and for each processor, and one more.
    private static var threads: Int32 { min(max(Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 4) + 4 }
    /// The pipe for signals, the watcher's inotify instance and wake, what it opens on the way to the file, the runtime's
    /// timers.
    private static var descriptors: Int32 { 10 }

    /// - Throws: where there is not enough to watch a file.
    static func require(_ program: String) throws(CommandFailure) {
        let noDescriptor = clinux_can_open(descriptors)
        if noDescriptor != 0 {
            throw failure(
                program, "this takes \(descriptors) free file descriptors", noDescriptor,
                hint: "raise the limit of open files (ulimit -n, LimitNOFILE=)")
        }
        let noThread = clinux_can_make_threads(threads)
        if noThread != 0 {
            throw failure(
                program, "this takes \(threads) threads more", noThread,
                hint: "raise the limit of processes (ulimit -u, LimitNPROC=, TasksMax=)")
        }
    }

    private static func failure(_ program: String, _ message: String, _ error: Int32, hint: String) -> CommandFailure {
        CommandFailure(.inputOutput, "\(program): error: \(message): \(SystemError(error).text)\nhint: \(hint)")
    }
}
