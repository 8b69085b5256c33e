/// What a file's storage keeps between its transactions.
struct TransactionDesk {
    /// The lock file's descriptor, kept open: closing a writable descriptor raises an event in the directory.
    var lock: (file: Descriptor, place: PlaceIdentity)?
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

    mutating func close(_ calls: any SystemCalls) {
        if let lock { calls.close(lock.file) }
        lock = nil
    }
}

/// One name in one directory, however the path to it is written.
struct PlaceIdentity: Hashable {
    var device: UInt64
    var inode: UInt64
    var name: String
}
