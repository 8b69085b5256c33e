import Glibc
import SettingsSyntax

/// The instant of a commit: the temporary name and the file's name change places, what came out is looked at, and the
/// directory is flushed.
///
/// What came out keeps the temporary name until it is certain that nobody wrote to it and that the new file is there to
/// stay: until then everything can be taken back.
struct Exchange {
    let storage: FileStorage
    let place: Place
    private(set) var temporary: TemporaryName
    /// The file that goes in.
    let new: FileStatus
    /// The file that must come out; nil when there was none.
    let base: BaseFile?
    /// What the base had beside its bytes when the new file was given it.
    let metadata: Metadata?
    /// Whether what comes out is worth keeping.
    let keepsOld: Bool

    enum Outcome {
        /// The new file has the name, and the old one is gone, unless it was kept.
        case visible(kept: SpareFile?)
        /// Somebody else's save has the name, and the new file is gone.
        case conflict
        /// The path leads elsewhere by now, and the new file is gone.
        case elsewhere
    }

    private var calls: any SystemCalls { storage.calls }
    private var isFlushed: Bool { storage.options.durability == .full }

    /// After a failure everything is as it was before.
    mutating func run() throws -> Outcome {
        guard let base else { return try create() }
        do throws(SystemError) {
            try calls.exchange(temporary.text, place.name, at: place.directory)
        } catch {
            switch error.number {
            case EINVAL, ENOSYS, ENOTSUP: return try rename(over: base)
            default:
                removeNew()
                throw error
            }
        }
        var outcome = Outcome.conflict
        do {
            if try cameOut(base) ?? true {
                // Before the flush, which makes both names durable at once.
                let isAside = keepsOld && setAside()
                if isFlushed { try calls.synchronize(place.directory) }
                // A writer in place who came to the old file just before the exchange waits for the lease: seen now, it
                // gets its file back before it writes. So does who gave it another mode, owner or attribute.
                if try base.isUnwritten(calls) && isStillTheSame(base) {
                    if try storage.leads(to: place, holding: new) {
                        let kept = isAside ? SpareFile(keeping: base, as: temporary, place) : nil
                        if kept == nil { removeOld() }
                        return .visible(kept: kept)
                    }
                    outcome = .elsewhere
                }
            }
        } catch {
            try putBack()
            throw error
        }
        try putBack()
        return outcome
    }

    /// Gives what came out the name of a spare; whether that could be done.
    private mutating func setAside() -> Bool {
        do throws(SystemError) {
            try calls.rename(temporary.text, to: temporary.spare.text, at: place.directory)
            temporary = temporary.spare
            return true
        } catch {
            return false
        }
    }

    /// Whether what is under the temporary name now is what the draft was made from; nil where somebody has removed it
    /// already: then nothing is there to be put back, and the new file is what there is.
    private func cameOut(_ base: BaseFile) throws -> Bool? {
        let out: FileStatus
        do throws(SystemError) {
            out = try insist { () throws(SystemError) in
                try calls.status(of: temporary.text, at: place.directory, following: false)
            }
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
        return try base.status.identity.isSameBytes(as: out.identity) && base.status.hasSameAccess(as: out)
            && base.isUnwritten(calls)
    }

    /// Whether the base still has what the new file was given: a change of it is somebody's save as well.
    private func isStillTheSame(_ base: BaseFile) throws(SystemError) -> Bool {
        try metadata?.isStill(of: base.file, calls) ?? true
    }

    private func create() throws(SystemError) -> Outcome {
        do throws(SystemError) {
            try calls.renameNew(temporary.text, to: place.name, at: place.directory)
        } catch {
            switch error.number {
            case EEXIST:
                // Somebody made the file first.
                removeNew()
                return .conflict
            case EINVAL, ENOSYS, ENOTSUP: return try renameToFree()
            default:
                removeNew()
                throw error
            }
        }
        return try keepCreated()
    }

    /// Makes the name of a file that is new durable, or takes the file away from it again.
    private func keepCreated() throws(SystemError) -> Outcome {
        do throws(SystemError) {
            if isFlushed { try calls.synchronize(place.directory) }
            if try storage.leads(to: place, holding: new) { return .visible(kept: nil) }
        } catch {
            try takeBack()
            throw error
        }
        try takeBack()
        return .elsewhere
    }

    // MARK: File systems without the exchange: what is certain up to this instant is all there is

    private func rename(over base: BaseFile) throws -> Outcome {
        do {
            guard try base.isUntouched(place, calls) && isStillTheSame(base) else {
                removeNew()
                return .conflict
            }
            guard try storage.leads(to: place, holding: base.status) else {
                removeNew()
                return .elsewhere
            }
            try calls.rename(temporary.text, to: place.name, at: place.directory)
        } catch {
            removeNew()
            throw error
        }
        if isFlushed { try calls.synchronize(place.directory) }
        return .visible(kept: nil)
    }

    private func renameToFree() throws(SystemError) -> Outcome {
        do throws(SystemError) {
            _ = try calls.status(of: place.name, at: place.directory, following: false)
            removeNew()
            return .conflict
        } catch {
            if error.number != ENOENT {
                removeNew()
                throw error
            }
        }
        do throws(SystemError) {
            try calls.rename(temporary.text, to: place.name, at: place.directory)
        } catch {
            removeNew()
            throw error
        }
        return try keepCreated()
    }

    // MARK: Back

    /// Exchanges until what comes out is a file that went in from here; that one is removed.
    private func putBack() throws {
        do throws(SystemError) {
            var wentIn: Set<UInt64> = [new.inode]
            while true {
                let out = underTemporaryName()?.inode
                // Not to be seen: then once is right unless yet another save has come meanwhile; and what is under the
                // temporary name is left to the next transaction.
                if out == nil && wentIn.count > 1 { break }
                if let out, wentIn.contains(out) { break }
                // What came out goes in again: if yet another save has come meanwhile, that one comes out and goes in
                // next.
                if try !exchangeBack() { return }
                guard let out else { break }
                wentIn.insert(out)
            }
            guard let out = underTemporaryName(), wentIn.contains(out.inode) else { return leaveToNext() }
            carry(out)
        } catch {
            throw notPutBack(error)
        }
        do throws(SystemError) {
            // In this order: else a power loss could leave neither name to what came out.
            if isFlushed { try insist { () throws(SystemError) in try calls.synchronize(place.directory) } }
            removeOld()
        } catch {
            leaveToNext()
        }
    }

    /// The file that is under the temporary name, or nil where that is not to be seen.
    private func underTemporaryName() -> FileStatus? {
        do throws(SystemError) {
            return try insist { () throws(SystemError) in
                try calls.status(of: temporary.text, at: place.directory, following: false)
            }
        } catch {
            return nil
        }
    }

    /// While the new file had the name somebody may have given it another mode or owner (`chmod`): that was meant for the
    /// file that has the name again.
    private func carry(_ out: FileStatus) {
        guard out.inode == new.inode, let base, let metadata else { return }
        do throws(SystemError) {
            let there = try calls.status(of: place.name, at: place.directory, following: false)
            // Another's save has a mode of its own.
            guard there.inode == base.status.inode else { return }
            try metadata.carry(from: temporary.text, out, was: new, at: place.directory, to: base.file, calls)
        } catch {
            // What can be told is that the write did not come about, which is on its way.
        }
    }

    private func leaveToNext() { storage.desk.withLock { $0.hasSwept = false } }

    /// - Returns: false when the name had been deleted, and what came out has it now.
    private func exchangeBack() throws(SystemError) -> Bool {
        var failure = SystemError(EIO)
        for _ in 0..<3 {
            do throws(SystemError) {
                try calls.exchange(temporary.text, place.name, at: place.directory)
                return true
            } catch {
                failure = error
            }
            if failure.number != ENOENT { continue }
            do throws(SystemError) {
                try calls.renameNew(temporary.text, to: place.name, at: place.directory)
                return false
            } catch {
                // Taken by a newer save: exchanged with that one.
                failure = error
            }
        }
        throw failure
    }

    /// Takes the new file away from a name that was free before.
    private func takeBack() throws(SystemError) {
        try insist { () throws(SystemError) in
            do throws(SystemError) {
                try calls.rename(place.name, to: temporary.text, at: place.directory)
            } catch {
                // Somebody has deleted it, which is as well.
                if error.number != ENOENT { throw error }
            }
        }
        do throws(SystemError) {
            let out = try insist { () throws(SystemError) in
                try calls.status(of: temporary.text, at: place.directory, following: false)
            }
            if out.inode == new.inode {
                removeOld()
                return
            }
            // Somebody has saved over it: that save has the name, unless there is a newer one, and then it is kept
            // aside by the next transaction.
            try insist { () throws(SystemError) in
                try calls.renameNew(temporary.text, to: place.name, at: place.directory)
            }
        } catch {
            if error.number != ENOENT && error.number != EEXIST { throw error }
        }
    }

    private func notPutBack(_ failure: SystemError) -> SettingsError {
        if failure.number == ENOENT {
            return SettingsError(
                .inputOutput,
                "cannot put back what the file held: \(place.path(of: temporary.text)), where it was, has been removed",
                file: storage.name,
                hint: "look at what the file holds now, and at which program removes files beside it",
                systemError: failure.number)
        }
        var error = storage.error(failure, "cannot put back what the file held")
        error.hint = "it is in \(temporary.text) beside the file; the next write puts it back"
        return error
    }

    // MARK: Removing

    /// Removes what has the temporary name. Where that fails, the next transaction does it: nothing hangs on it.
    private func removeOld() {
        do throws(SystemError) {
            try insist { () throws(SystemError) in
                try calls.unlink(temporary.text, at: place.directory)
            }
        } catch {
            if error.number != ENOENT { leaveToNext() }
        }
    }

    /// Removes the new file, if it is what has the temporary name.
    private func removeNew() {
        do throws(SystemError) {
            let there = try insist { () throws(SystemError) in
                try calls.status(of: temporary.text, at: place.directory, following: false)
            }
            if there.inode == new.inode { removeOld() }
        } catch {
            if error.number != ENOENT { leaveToNext() }
        }
    }
}
