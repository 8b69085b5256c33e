import Glibc
import SettingsSyntax

/// The lock that all processes with this library take before they write a file: an open-file-description lock, which
/// the kernel drops with its holder.
struct FileLock {
    let file: Descriptor
    let calls: any SystemCalls

    func release() { calls.unlock(file) }

    /// Leaves word of what is about to be done, for whoever takes the lock if this process is killed.
    func write(_ record: IntentRecord) throws(SystemError) { try calls.writeAll(file, StoredText(record.bytes)) }

    /// What the last holder left word of.
    func bytes() throws(SystemError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: IntentRecord.size)
        var failure: SystemError?
        // unsafe: filled up to the count that is returned
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            do throws(SystemError) {
                return try unsafe calls.read(file, into: buffer, from: 0)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        buffer.removeSubrange(count...)
        return buffer
    }

    /// Takes the lock of `place`, waiting at most `timeout`.
    ///
    /// - Parameter target: the file's status, whose mode says who may lock; nil when it is not there yet.
    static func acquire(
        _ place: Place, for storage: FileStorage, target: FileStatus?
    ) throws(SettingsError) -> FileLock {
        let calls = storage.calls
        let names = CompanionNames(file: place.name)
        let deadline = calls.deadline(after: storage.options.lockTimeout)
        while true {
            let resumed = resumedWait(place, storage)
            let file: Descriptor
            if let resumed { file = resumed.file } else { file = try open(place, names, for: storage, target: target) }
            do throws(SystemError) {
                if let turn = resumed?.turn, try !hasName(file, names.lock, place, calls) {
                    // That file is no longer what is locked.
                    storage.desk.withLock { $0.lock = nil }
                    if !turn.abandon() { calls.close(file) }
                    continue
                }
                var hasLock = false
                if resumed == nil { hasLock = try calls.tryLock(file) }
                if !hasLock {
                    // Blocking is fair among processes; polling starved some of them (1 turn against 2,274).
                    let turn = resumed?.turn ?? startWaiting(for: file, calls)
                    switch turn.wait(nanoseconds: max(deadline - calls.now(), 0)) {
                    case .granted: break
                    case .failed(let error): throw error
                    case .tooLate:
                        // The descriptor now belongs to the thread that waits on it.
                        storage.desk.withLock { desk in
                            desk.lock = nil
                            desk.pending = (turn, file, place.identity)
                        }
                        throw SystemError(ETIMEDOUT)
                    }
                }
                do throws(SystemError) {
                    if try hasName(file, names.lock, place, calls) { return FileLock(file: file, calls: calls) }
                } catch {
                    calls.unlock(file)
                    throw error
                }
                calls.unlock(file)
                storage.desk.withLock { $0.close(calls) }
            } catch {
                if error.number == ETIMEDOUT { throw timedOut(place, names, storage) }
                throw storage.error(
                    error, "cannot lock", hint: error.number == ENOLCK ? "the file system has no locks" : nil)
            }
        }
    }

    /// The lock counts only while the file has its name: somebody may have removed it.
    private static func hasName(
        _ file: Descriptor, _ name: String, _ place: Place, _ calls: any SystemCalls
    ) throws(SystemError) -> Bool {
        let held = try calls.status(of: file)
        do throws(SystemError) {
            let named = try calls.status(of: name, at: place.directory, following: false)
            return named.inode == held.inode && named.device == held.device
        } catch {
            if error.number == ENOENT { return false }
            throw error
        }
    }

    /// The kept descriptor, or a new one.
    private static func open(
        _ place: Place, _ names: CompanionNames, for storage: FileStorage, target: FileStatus?
    ) throws(SettingsError) -> Descriptor {
        let calls = storage.calls
        let kept = storage.desk.withLock { desk -> Descriptor? in
            if let lock = desk.lock, lock.place == place.identity { return lock.file }
            desk.close(calls)
            return nil
        }
        if let kept { return kept }
        let file = try LockFile(storage: storage, place: place, target: target).open()
        storage.desk.withLock { $0.lock = (file, place.identity) }
        return file
    }

    /// The wait that an earlier transaction gave up, if it still goes on.
    private static func resumedWait(_ place: Place, _ storage: FileStorage) -> (turn: LockTurn, file: Descriptor)? {
        storage.desk.withLock { desk in
            guard let pending = desk.pending else { return nil }
            desk.pending = nil
            // Of another place: that thread gives everything back by itself.
            guard pending.place == place.identity, pending.turn.resume() else { return nil }
            desk.close(storage.calls)
            desk.lock = (pending.file, place.identity)
            return (pending.turn, pending.file)
        }
    }

    /// Waits for the lock on a thread of its own, so that the wait can end.
    ///
    /// A thread whose lock nobody waits for any more gives lock and descriptor back when its turn comes.
    private static func startWaiting(for file: Descriptor, _ calls: any SystemCalls) -> LockTurn {
        let turn = LockTurn()
        Thread.start {
            do throws(SystemError) {
                try calls.waitForLock(file)
                if !turn.finish(nil) {
                    calls.unlock(file)
                    calls.close(file)
                }
            } catch {
                if !turn.finish(error) { calls.close(file) }
            }
        }
        return turn
    }

    private static func timedOut(_ place: Place, _ names: CompanionNames, _ storage: FileStorage) -> SettingsError {
        let holder = LockHolder.find(names.lock, at: place.directory, storage.calls)
        return SettingsError(
            .lockTimeout,
            "gave up waiting for another process that is writing"
                + (holder.map { " (process \($0.process)\($0.name.map { ", \($0)" } ?? ""))" } ?? ""),
            file: storage.name,
            hint: holder == nil && geteuid() != 0
                ? "try again; which process it is can be told to its own user and to root alone (settingsctl doctor)"
                : "try again, or look at what that process is doing")
    }
}
