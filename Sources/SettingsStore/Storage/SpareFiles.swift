import Glibc

/// Old versions of a file that are kept to be written again, while one commit follows the other: to make a file and to free
/// the one that it replaces takes longer than all else that a small commit does.
///
/// There are two, one after the other. A version gets its spare name, a draft's, when it has been replaced; that name is
/// durable when the next commit has flushed the directory; and only the one after that writes the file. So whatever a
/// crash leaves of a spare file has a draft's name, and is nobody's save.
///
/// Used with the file's lock held.
struct SpareFiles {
    struct File {
        let name: TemporaryName
        let device: UInt64
        let inode: UInt64
    }

    /// Its name is durable.
    private var ready: File?
    /// Its name will be with the next commit.
    private var fresh: File?
    private var place: PlaceIdentity?
    /// How many commits have followed one another.
    private var streak = 0
    private var lastCommit: Int64?

    /// From how many commits in a row on files are kept: for a change now and then nothing is left beside the file.
    private static let least = 4
    /// How long after the last a commit counts as following it.
    private static let longestGap: Int64 = 250_000_000

    var isEmpty: Bool { ready == nil && fresh == nil }

    /// The file to write the next version into, if there is one; it is no spare file any more.
    mutating func take(in place: Place) -> File? {
        guard self.place == place.identity else { return nil }
        defer { ready = nil }
        return ready
    }

    /// What the version that is being replaced shall be called; nil where it is not to be kept.
    func nextName(in place: Place, now: Int64) -> TemporaryName? {
        guard streak >= Self.least, let lastCommit, now - lastCommit <= Self.longestGap, ready == nil,
            self.place == place.identity
        else { return nil }
        return TemporaryName.spares(of: place.name).first { $0 != fresh?.name }
    }

    /// A version has been replaced, durably, and has its spare name if it is kept.
    mutating func didCommit(keeping file: File?, in place: Place, now: Int64) {
        if self.place != place.identity {
            self = SpareFiles()
            self.place = place.identity
        }
        if ready == nil { (ready, fresh) = (fresh, nil) }
        if let file { fresh = file }
        let isNext = lastCommit.map { now - $0 <= Self.longestGap } ?? false
        streak = isNext ? streak + 1 : 0
        lastCommit = now
    }

    /// They are gone, or somebody else's business.
    mutating func forget() { (ready, fresh) = (nil, nil) }

    /// Removes them.
    ///
    /// - Returns: false where one could not be; it is swept as any draft then.
    mutating func remove(in place: Place, _ calls: any SystemCalls) -> Bool {
        defer { forget() }
        guard self.place == place.identity else { return true }
        var areGone = true
        for case let file? in [ready, fresh] where !file.remove(in: place, calls) { areGone = false }
        return areGone
    }
}

extension SpareFiles.File {
    init?(_ name: TemporaryName?, _ status: FileStatus?) {
        guard let name, let status else { return nil }
        self.init(name: name, device: status.device, inode: status.inode)
    }

    /// Removes the file, if it is what has the name; false where it could not be.
    func remove(in place: Place, _ calls: any SystemCalls) -> Bool {
        do throws(SystemError) {
            try insist { () throws(SystemError) in
                let there = try calls.status(of: name.text, at: place.directory, following: false)
                if there.inode == inode && there.device == device {
                    try calls.unlink(name.text, at: place.directory)
                }
            }
            return true
        } catch {
            return error.number == ENOENT
        }
    }
}

extension TransactionDesk {
    /// What the version that a commit replaces shall be called; nil where it is not to be kept.
    ///
    /// Kept is what a lease vouches for, where names become durable, and by those storages that keep their lock file
    /// open, too.
    func spareName(
        for base: BaseFile, in place: Place, _ options: FileStorage.Options, now: Int64
    ) -> TemporaryName? {
        guard options.reusesFiles, options.durability == .full, isKept, base.hasLease else { return nil }
        return spares.nextName(in: place, now: now)
    }

    /// Removes the spare files, under the lock.
    mutating func removeSpares(in place: Place, _ calls: any SystemCalls) {
        if !spares.remove(in: place, calls) { hasSwept = false }
    }

    /// Removes the spare files after a while without commits.
    mutating func removeSpares(of path: String, _ calls: any SystemCalls) {
        defer { spares.forget() }
        guard !spares.isEmpty, let lock else { return }
        do throws(SystemError) {
            let place = try Place.resolve(path, createsDirectories: false, calls)
            defer { calls.close(place.directory) }
            // Who has the lock has removed them: others' spare files are the first that a transaction looks for.
            guard place.identity == lock.place, try calls.tryLock(lock.file) else { return }
            removeSpares(in: place, calls)
            calls.unlock(lock.file)
        } catch {
            hasSwept = false
        }
    }
}
