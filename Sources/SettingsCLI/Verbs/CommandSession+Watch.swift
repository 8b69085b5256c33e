import CLinux
import Glibc
import SettingsStore
import SettingsSyntax

/// `watch`.
extension CommandSession {
    /// Prints what happens until it is interrupted, the reader goes, or as many changes as asked for have come.
    func watch() async throws(CommandFailure) {
        try ProcessRoom.require(program)
        let argument = try key()
        let key = argument?.path ?? .root
        let repository = try repository(storage, isService: true)
        if let argument { try refuse(unknown: argument, in: await repository.value) }
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

    /// - Throws: where the settings' type has no such key, whatever comes: what would be waited for never comes.
    func refuse(unknown key: KeyArgument, in settings: Settings) throws(CommandFailure) {
        do throws(SettingsError) {
            let known = try tree.document(of: settings)
            guard !tree.isFree, known.value(at: key.path) == nil else { return }
            var document = known
            do throws(SettingsError) {
                try document.set(.null, at: key.path)
            } catch {
                // Something else is there now, or fewer elements: it need not stay so.
                return
            }
            guard let unknown = tree.unknownKey(key.path, in: document) else { return }
            if tree.isVersion(unknown.key) {
                throw SettingsError(.noSuchKey, unknown.message, file: file, key: key.path, hint: unknown.hint)
            }
            throw SettingsError(
                .noSuchKey, "no such key", file: file, key: key.path, hint: key.missingHint(in: known))
        } catch {
            throw CommandFailure(error)
        }
    }
}
