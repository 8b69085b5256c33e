/// What a file's storage keeps between its transactions.
struct TransactionDesk {
    /// The lock file's descriptor, kept open: closing a writable descriptor raises an event in the directory.
    var lock: (file: Descriptor, place: PlaceIdentity)?
    /// Whether it is one of the few that the process keeps open.
    private var isKept = false
    /// A wait for the lock that a transaction gave up. Its thread goes on waiting with its descriptor; the next
    /// transaction joins it, so that there is one of each however often the lock is not to be had.
    var pending: (turn: LockTurn, file: Descriptor, place: PlaceIdentity)?
    /// Whether this storage has looked through the directory for what dead processes left.
    var hasSwept = false
    /// The last record of this storage that it has brought to its end itself: there is nothing under that name.
    var settled: IntentRecord?
    /// Whether a copy was found that a write in place made and did not live to remove.
    var hasBackup = false
    /// Whether such a copy is this storage's own and of no use any more, but could not be removed.
    var isBackupObsolete = false
    /// Whether a file was there at the last transaction: one that is missing now may only be on its way.
    var wasThere = false
    /// The file that this storage put into the place last.
    var last: FileIdentity?
    /// How many commits in a row have replaced such a file, with nobody else's and no rest in between.
    var commitsInRow = 0
    /// What came out of the last commit, for the next.
    var spare: SpareFile?

    mutating func close(_ calls: any SystemCalls) {
        if let lock { calls.close(lock.file) }
        lock = nil
        if isKept { KeptLocks.giveBack() }
        isKept = false
    }

    /// After a transaction: keeps the lock's descriptor, if the process does not keep too many.
    mutating func keep(_ calls: any SystemCalls) {
        if isKept || lock == nil { return }
        isKept = KeptLocks.take()
        if !isKept { close(calls) }
    }
}

/// One name in one directory, however the path to it is written.
struct PlaceIdentity: Hashable {
    var device: UInt64
    var inode: UInt64
    var name: String
}
