import CLinux
import Glibc
import SettingsStore
import SettingsSyntax

/// `watch`.
extension CommandSession {
    /// Prints what happens until it is interrupted, the reader goes, or as many changes as asked for have come.
    func watch() async throws(CommandFailure) {
        try ProcessRoom.require(program)
        let key = try key()?.path ?? .root
        let repository = try repository(storage, isService: true)
        let signals = clinux_catch_signals()
        if signals < 0 {
            throw CommandFailure(.inputOutput, "\(program): error: cannot catch signals: \(SystemError(errno).text)")
        }
        let printer = WatchPrinter(self, key: key, end: signals)
        let follower = Task {
            defer { clinux_end_catching() }
            return await printer.follow(repository)
        }
        await withCheckedContinuation { continuation in
            Thread.start {
                clinux_wait_for_end(signals, STDOUT_FILENO)
                continuation.resume()
            }
        }
        follower.cancel()
        let failure = await follower.value
        clinux_restore_signals()
        await repository.close()
        if let failure { throw failure }
    }
}
