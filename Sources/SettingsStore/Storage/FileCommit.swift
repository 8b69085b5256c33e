import Glibc
import SettingsSyntax

/// One commit, under the lock: from the bytes that are there to those that the transaction wants, so that neither a
/// crash nor somebody who saves at the same instant loses anything.
///
/// The new file and the old one exchange names, and what comes out is looked at: if it is not what the draft was made
/// from, somebody saved in between, the names are exchanged back, and all begins again with that save as the base. A
/// read lease on the old file makes the same true for writers in place.
struct FileCommit {
    let storage: FileStorage
    let place: Place
    let lock: FileLock
    let transaction: any StorageTransaction

    private var base: BaseFile?
    /// What somebody wrote into the old file after it had lost its name; it becomes the next base.
    private var late: [UInt8]?

    init(storage: FileStorage, place: Place, lock: FileLock, transaction: any StorageTransaction) {
        self.storage = storage
        self.place = place
        self.lock = lock
        self.transaction = transaction
    }

    private var calls: any SystemCalls { storage.calls }
    private var names: CompanionNames { CompanionNames(file: place.name) }

    private enum Step { case done, again, elsewhere }

    /// - Returns: false when the name turned into a link and is to be looked up anew.
    mutating func run(_ patience: inout Patience) throws -> Bool {
        do {
            while true {
                switch try attempt(&patience) {
                case .done: return true
                case .elsewhere:
                    closeBase()
                    return false
                case .again: closeBase()
                }
            }
        } catch {
            closeBase()
            throw error
        }
    }

    /// Closing the old file's last descriptor frees its blocks, which takes longer than the rest: after the callers.
    mutating func closeBase() {
        let calls = calls
        base?.close(calls)
        base = nil
    }

    private mutating func attempt(_ patience: inout Patience) throws -> Step {
        switch try BaseFile.open(place, storage) {
        case .link: return .elsewhere
        case .busy:
            guard patience.waitForBusy() else { throw tooBusy() }
            return .again
        case .missing:
            // Deleted and about to be made again, as some editors save? Only then is it worth waiting.
            if storage.desk.withLock({ $0.wasThere }), late == nil, patience.waitForMissing() { return .again }
            base = nil
        case .file(let file):
            base = file
            storage.desk.withLock { $0.wasThere = true }
        }

        let draft: [UInt8]?
        do throws(TransactionError) {
            draft = try transaction.draft(from: late ?? base?.bytes)
        } catch {
            switch error {
            case .refused(let error): throw error
            case .unreadable(let error):
                guard late == nil, base?.status.wasWrittenLately ?? false, patience.waitForUnreadable() else {
                    throw error
                }
                return .again
            }
        }
        guard let draft, draft != base?.bytes else {
            transaction.didKeep()
            return .done
        }
        patience.reset()

        if let obstacle = try Obstacle.find(base, place, storage) {
            guard storage.options.irreplaceable == .writeInPlace, let base else { throw obstacle.error(storage) }
            let isWritten = try InPlaceWrite(storage: storage, place: place, base: base, transaction: transaction)
                .run(draft)
            return isWritten ? .done : .again
        }
        return try replace(with: draft, &patience)
    }

    private mutating func replace(with draft: [UInt8], _ patience: inout Patience) throws -> Step {
        let temporary = names.temporary()
        try write(IntentRecord(step: .drafting, temporary: temporary))
        let new = try TemporaryFile.make(temporary, holding: draft, base.map { .like($0) } ?? .new, place, storage)
        do {
            guard try base?.isUntouched(place, calls) ?? true else {
                try calls.unlink(temporary, at: place.directory)
                return patience.waitForBusy() ? .again : try giveUp()
            }
            let baseVersion = base.map { IntentRecord.Version($0.status.identity) }
            try write(
                IntentRecord(step: .exchanging, temporary: temporary, new: .init(new), base: baseVersion))
        } catch {
            discard(temporary)
            throw error
        }
        transaction.willReplace()
        var isVisible = false
        do {
            let exchange = Exchange(place: place, calls: calls, temporary: temporary, new: new, base: base)
            switch try exchange.run() {
            case .conflict:
                transaction.didNotReplace()
                return patience.waitForBusy() ? .again : try giveUp()
            case .visible:
                isVisible = true
            }
            if storage.options.durability == .full { try calls.synchronize(place.directory) }
        } catch {
            if !isVisible { discard(temporary) }
            transaction.didNotReplace()
            throw error
        }
        let storage = storage
        if let bytes = try base?.writtenLate(storage, patience: &patience) {
            // Who was waiting to open the old file in place has it now: what it wrote there comes first.
            late = bytes
            transaction.didNotReplace()
            return .again
        }
        late = nil
        storage.desk.withLock { $0.wasThere = true }
        transaction.didReplace(with: draft)
        return .done
    }

    private func write(_ record: IntentRecord) throws(SystemError) {
        var bytes = record.bytes
        // A shorter record must not end in a longer one's tail.
        bytes += [UInt8](repeating: UInt8(ascii: "\n"), count: max(0, 160 - bytes.count))
        try calls.writeAll(lock.file, bytes)
    }

    /// Removes a temporary file after a failure; that failure is what is told.
    private func discard(_ temporary: String) {
        do throws(SystemError) {
            try calls.unlink(temporary, at: place.directory)
        } catch {
            // Not there, or not to be removed: the next transaction sweeps it.
        }
    }

    private func tooBusy() -> SettingsError {
        SettingsError(
            .busy, "somebody keeps the file open for writing", file: storage.name,
            hint: "close it there, or try again (fuser -v shows who it is)")
    }

    private func giveUp() throws -> Step {
        throw SettingsError(
            .busy, "others keep changing the file, faster than a change can be put in between", file: storage.name,
            hint: "try again")
    }
}
