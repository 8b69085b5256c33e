import Glibc

/// The instant of a commit: the temporary name and the file's name change places, and what came out is looked at.
struct Exchange {
    let place: Place
    let calls: any SystemCalls
    let temporary: String
    /// The identity of the file that goes in.
    let new: FileIdentity
    /// The file that must come out; nil when there was none.
    let base: BaseFile?

    enum Outcome {
        /// The new file has the name, and the old one is gone.
        case visible
        /// Somebody else's save has the name, and the new file is gone.
        case conflict
    }

    func run() throws -> Outcome {
        guard let base else { return try create() }
        do throws(SystemError) {
            try calls.exchange(temporary, place.name, at: place.directory)
        } catch {
            switch error.number {
            case ENOENT:
                // Deleted meanwhile.
                try calls.unlink(temporary, at: place.directory)
                return .conflict
            case EINVAL, ENOSYS, ENOTSUP:
                // No exchange in this file system: what is certain up to this instant is all there is.
                guard try base.isUntouched(place, calls) else {
                    try calls.unlink(temporary, at: place.directory)
                    return .conflict
                }
                try calls.rename(temporary, to: place.name, at: place.directory)
                return .visible
            default: throw error
            }
        }
        let out = try calls.status(of: temporary, at: place.directory, following: false)
        if base.status.identity.isSameBytes(as: out.identity), try base.isUnwritten(calls) {
            try calls.unlink(temporary, at: place.directory)
            return .visible
        }
        try putBack(out)
        return .conflict
    }

    private func create() throws(SystemError) -> Outcome {
        do throws(SystemError) {
            try calls.renameNew(temporary, to: place.name, at: place.directory)
            return .visible
        } catch {
            switch error.number {
            case EEXIST:
                // Somebody made the file first.
                try calls.unlink(temporary, at: place.directory)
                return .conflict
            case EINVAL, ENOSYS, ENOTSUP:
                try calls.rename(temporary, to: place.name, at: place.directory)
                return .visible
            default: throw error
            }
        }
    }

    /// Exchanges until what comes out is a file that went in from here; that one is removed.
    private func putBack(_ first: FileStatus) throws(SystemError) {
        var wentIn: Set<UInt64> = [new.inode]
        var out = first
        while !wentIn.contains(out.inode) {
            // What came out goes in again: if yet another save has come meanwhile, that one comes out and goes in next.
            wentIn.insert(out.inode)
            do throws(SystemError) {
                try calls.exchange(temporary, place.name, at: place.directory)
            } catch {
                if error.number != ENOENT { throw error }
                // The name was deleted: give the save its name, unless a newer one has taken it.
                do throws(SystemError) {
                    try calls.renameNew(temporary, to: place.name, at: place.directory)
                    return
                } catch {
                    if error.number != EEXIST { throw error }
                    wentIn.remove(out.inode)
                }
                continue
            }
            out = try calls.status(of: temporary, at: place.directory, following: false)
        }
        try calls.unlink(temporary, at: place.directory)
    }
}
