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
    /// The base has lost its name to the new file, and has no other.
    private var isReplaced = false

    init(storage: FileStorage, place: Place, lock: FileLock, transaction: any StorageTransaction) {
        self.storage = storage
        self.place = place
        self.lock = lock
        self.transaction = transaction
    }

    private var calls: any SystemCalls { storage.calls }
    private var names: CompanionNames { CompanionNames(file: place.name) }

    private enum Step { case done, again, elsewhere }

    /// - Returns: false when the path leads elsewhere by now, and is to be followed anew.
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

    /// After the callers: see `BaseFile.close`.
    mutating func closeBase() {
        let calls = calls
        markSpare()
        base?.close(calls, isReplaced: isReplaced)
        base = nil
        isReplaced = false
    }

    private mutating func attempt(_ patience: inout Patience) throws -> Step {
        switch try BaseFile.open(place, expecting: transaction.expected, storage) {
        case .link: return .elsewhere
        case .busy:
            guard patience.waitForBusy() else { throw tooBusy() }
            return .again
        case .missing:
            // Deleted and about to be made again, as some editors save? Only then is it worth waiting.
            if storage.desk.withLock({ $0.wasThere }), patience.waitForMissing() { return .again }
            base = nil
        case .file(let file):
            base = file
            storage.desk.withLock { $0.wasThere = true }
        }

        let draft: StoredText?
        do throws(TransactionError) {
            draft = try transaction.draft(from: base?.text)
        } catch {
            switch error {
            case .refused(let error): throw error
            case .unreadable(let error):
                if base?.status.wasWrittenLately ?? false, patience.waitForUnreadable() { return .again }
                // Half of a write in place that a crash ended? Then there is a copy of what was there before.
                guard let base, try backup.restore(base, transaction) else { throw error }
                return .again
            }
        }
        if let base, storage.desk.withLock({ $0.hasBackup }) { try backup.settle(base, transaction) }
        guard let draft, !(base?.text.isSame(as: draft) ?? false) else {
            if let base { storage.remember(base.file, base.status) }
            transaction.didKeep()
            return .done
        }
        if draft.count > storage.options.maximumSize { throw storage.tooLarge(toWrite: draft.count) }
        patience.reset()

        if let obstacle = try Obstacle.find(base?.status, place, storage) {
            guard storage.options.irreplaceable == .writeInPlace, !obstacle.isFinal, let base else {
                throw obstacle.error(storage)
            }
            guard try isMeant() else { return .again }
            guard try storage.leads(to: place, holding: base.status) else {
                _ = try again(&patience)
                return .elsewhere
            }
            storage.remember(base.file, base.status)
            let isWritten = try InPlaceWrite(
                storage: storage, place: place, lock: lock, base: base, transaction: transaction
            ).run(draft)
            return try isWritten ? .done : again(&patience)
        }
        return try replace(with: draft, &patience)
    }

    private mutating func replace(with draft: StoredText, _ patience: inout Patience) throws -> Step {
        // Again: to read and edit a large text takes longer than a hold lasts, and so does flushing it.
        storage.holdEvents()
        let metadata = try base.map { base throws(SystemError) in try Metadata(of: base.file, base.status, calls) }
        if let metadata { storage.keep(metadata) }
        let spare = storage.desk.withLock { $0.spare }
        var temporary = spare?.name.draft ?? .draft(of: place.name)
        try lock.write(IntentRecord(spare?.name ?? temporary))
        let room = spare.flatMap { open($0, for: metadata) }
        var isMeant: Result<Bool, SettingsError> = .success(true)
        let made = try TemporaryFile.make(
            temporary, holding: draft, metadata.map { .like($0) } ?? lookOfNew, over: room,
            isFlushed: storage.options.durability == .full,
            place, storage
        ) {
            isMeant = Result { () throws(SettingsError) in try self.isMeant() }
            return if case .success(true) = isMeant { true } else { false }
        }
        guard let new = made else {
            // Nothing was found to be wrong with what is there: the next draft is made from it.
            _ = try isMeant.get()
            return .again
        }
        do {
            guard try base?.isUntouched(place, calls) ?? true else {
                try calls.unlink(temporary.text, at: place.directory)
                return try again(&patience)
            }
            let complete = temporary.complete(new.identity, replacing: base?.status.identity)
            try lock.write(IntentRecord(complete))
            try calls.rename(temporary.text, to: complete.text, at: place.directory)
            temporary = complete
            // Somebody may have put another file under that name, or given this one a second name.
            let there = try calls.status(of: complete.text, at: place.directory, following: false)
            guard there.inode == new.inode, there.links == 1 else {
                discard(temporary)
                return try again(&patience)
            }
        } catch {
            discard(temporary)
            throw error
        }
        storage.holdEvents()
        transaction.willReplace()
        var exchange = Exchange(
            storage: storage, place: place, temporary: temporary, new: new, base: base, metadata: metadata,
            keepsOld: isSpareWorthKeeping)
        let outcome: Exchange.Outcome
        do {
            outcome = try exchange.run()
        } catch {
            transaction.didNotReplace()
            throw error
        }
        guard case .visible(let kept) = outcome else {
            transaction.didNotReplace()
            let step = try again(&patience)
            return if case .elsewhere = outcome { .elsewhere } else { step }
        }
        isReplaced = base != nil && kept == nil
        let isOwn = isOwn
        storage.desk.withLock { desk in
            desk.wasThere = true
            desk.commitsInRow = isOwn ? desk.commitsInRow + 1 : 0
            desk.last = new.identity
            desk.spare = kept
            // Otherwise the old file could not be removed, and the next transaction does it.
            if desk.hasSwept { desk.settled = IntentRecord(temporary) }
        }
        transaction.didReplace(with: draft)
        return .done
    }

    /// Whether this storage put into the place what is there.
    private var isOwn: Bool {
        guard let base else { return false }
        return storage.desk.withLock { $0.last?.isSameBytes(as: base.status.identity) ?? false }
    }

    /// Whether what comes out may serve the commit after this one: many have come in a row, so that more are likely to
    /// follow; nobody's save is kept where nobody sees it; and it can be known whether somebody else has it open.
    private var isSpareWorthKeeping: Bool {
        guard let base, base.hasLease, base.status.links == 1, storage.options.durability == .full else { return false }
        return isOwn && storage.desk.withLock { $0.commitsInRow >= storage.keepsSpareAfter }
    }

    /// The spare as the room for the next draft, under the draft's name; nil, and nothing left of it, where it cannot be.
    private func open(_ spare: SpareFile, for metadata: Metadata?) -> Descriptor? {
        storage.desk.withLock { $0.spare = nil }
        if let metadata, let file = spare.open(place, for: metadata, calls) { return file }
        if spare.place == place.identity, !spare.remove(place.directory, calls) {
            storage.desk.withLock { $0.hasSwept = false }
        }
        return nil
    }

    /// What came out and was kept becomes a spare that can be known as one, or goes.
    private func markSpare() {
        guard let base, let spare = storage.desk.withLock({ $0.spare }), spare.isMade(of: base),
            !spare.mark(base, calls)
        else { return }
        storage.desk.withLock { $0.spare = nil }
        if !spare.remove(place.directory, calls) { storage.desk.withLock { $0.hasSwept = false } }
    }

    /// How a file that is not there is made: as it was before it was deleted, if it ever was there.
    private var lookOfNew: TemporaryFile.Look { storage.lastMetadata.map { .restored($0) } ?? .new }

    /// Whether the draft says what it should; otherwise the transaction makes another one.
    private func isMeant() throws(SettingsError) -> Bool {
        do throws(TransactionError) {
            return try transaction.isMeant()
        } catch {
            switch error {
            case .unreadable(let error), .refused(let error): throw error
            }
        }
    }

    private var backup: Backup { Backup(storage: storage, place: place, lock: lock) }

    /// Removes a temporary file after a failure; that failure is what is told.
    private func discard(_ temporary: TemporaryName) {
        do throws(SystemError) {
            try insist { () throws(SystemError) in try calls.unlink(temporary.text, at: place.directory) }
        } catch {
            // Not there, or not to be removed: the next transaction sweeps it.
        }
    }

    private func tooBusy() -> SettingsError {
        SettingsError(
            .busy, "somebody keeps the file open for writing", file: storage.name,
            hint: "close it there, or try again (fuser -v shows who it is)")
    }

    /// Somebody else's save came first: from there, unless that has happened for too long.
    private func again(_ patience: inout Patience) throws(SettingsError) -> Step {
        if patience.waitForOthers() { return .again }
        throw SettingsError(
            .busy, "others keep changing the file, faster than a change can be put in between", file: storage.name,
            hint: "try again")
    }
}
