import FileWatching
import Glibc
public import SettingsSyntax

extension FileStorage {
    public func transact(_ transaction: any StorageTransaction) throws(SettingsError) {
        holdEvents()
        // Typed by hand: the lock's closure rethrows one type.
        let result: Result<Void, SettingsError> = writing.gate.withLock { _ in
            defer { desk.withLock { $0.keep(calls) } }
            do throws(SettingsError) { return .success(try transactAlone(transaction)) } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Some ten events come of a commit, and would wake the watcher as often: it looks once, at the end.
    func holdEvents() { FileWatcher.shared.holdEvents() }

    private func transactAlone(_ transaction: any StorageTransaction) throws(SettingsError) {
        var patience = Patience(calls, busy: options.busyTimeout, others: options.lockTimeout)
        while true {
            let place: Place
            do throws(SystemError) {
                place = try Place.resolve(path, createsDirectories: options.createsDirectories, calls)
            } catch {
                throw (error.number == EACCES ? unlistable : nil) ?? self.error(error, "cannot write")
            }
            defer { calls.close(place.directory) }
            let target = try statusBeforeLocking(place)
            let lock = try FileLock.acquire(place, for: self, target: target)
            do {
                try Recovery(storage: self, place: place, lock: lock).run(transaction)
                var commit = FileCommit(storage: self, place: place, lock: lock, transaction: transaction)
                let isDone = try commit.run(&patience)
                lock.release()
                if isDone { transaction.didUnlock() }
                commit.closeBase()
                if isDone { return }
                // A link was put in the file's place, or the directory moved: find out anew where the file is.
            } catch let failure as SettingsError {
                lock.release()
                throw failure
            } catch let failure as SystemError {
                lock.release()
                // Something was removed in the middle: the file, the draft of the new one, the directory. Nothing has come of
                // the write, so it begins anew, with the path: the lock file may be gone as well.
                if failure.number == ENOENT {
                    if patience.waitForOthers() { continue }
                    throw removedAgain(failure)
                }
                throw self.error(failure, "cannot write")
            } catch {
                lock.release()
                throw SettingsError(.internalFault, "unexpected: \(error)", file: name)
            }
        }
    }

    /// Whether the path still leads to `place`, where `file` was put or found: no link was turned since, and no directory
    /// moved away. One call, as long as it does.
    func leads(to place: Place, holding file: FileStatus) throws(SystemError) -> Bool {
        if try status(of: path, at: .currentDirectory, following: true)?.isSameFile(as: file) ?? false { return true }
        // What the path leads to is another file: has the place that one by now, too? Then somebody saved there since.
        return try !(status(of: place.name, at: place.directory, following: false)?.isSameFile(as: file) ?? false)
    }

    /// The status of what has a name; nil where nothing has, or where nothing leads there.
    private func status(
        of name: String, at directory: Descriptor, following: Bool
    ) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try calls.status(of: name, at: directory, following: following)
        } catch {
            if [ENOENT, ENOTDIR, ELOOP].contains(error.number) { return nil }
            throw error
        }
    }

    /// What is in the file's place, refused at once when it is nothing that a transaction could replace.
    private func statusBeforeLocking(_ place: Place) throws(SettingsError) -> FileStatus? {
        let status: FileStatus
        do throws(SystemError) {
            status = try calls.status(of: place.name, at: place.directory, following: false)
        } catch {
            if error.number == ENOENT { return nil }
            throw self.error(error, "cannot write")
        }
        if status.kind != .regular && status.kind != .link { throw notARegularFile(status.kind) }
        if let obstacle = Obstacle.permission(status, place) { throw obstacle.error(self) }
        return status
    }
}
