/// The system calls that a storage makes, and no others: the seam at which tests put a disk that loses power.
///
/// Each call is one call of the kernel's; names are relative to an open directory.
package protocol SystemCalls: Sendable {
    func open(_ name: String, at directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor
    func close(_ file: Descriptor)
    /// Closes some time soon, without keeping the caller: the last close of a file without a name frees its blocks.
    func closeLater(_ file: Descriptor)
    func status(of file: Descriptor) throws(SystemError) -> FileStatus
    /// Of the name itself (a link is not followed), or with `following` of what it leads to.
    func status(of name: String, at directory: Descriptor, following: Bool) throws(SystemError) -> FileStatus
    func traits(of name: String, at directory: Descriptor) throws(SystemError) -> FileTraits
    func readLink(_ name: String, at directory: Descriptor) throws(SystemError) -> String
    func read(_ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, from offset: Int64) throws(SystemError)
        -> Int
    func write(_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) -> Int
    func truncate(_ file: Descriptor, to size: Int64) throws(SystemError)
    func setMode(_ file: Descriptor, _ mode: UInt32) throws(SystemError)
    func setOwner(_ file: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemError)
    func attributes(of file: Descriptor) throws(SystemError) -> [ExtendedAttribute]
    func setAttribute(_ file: Descriptor, _ attribute: ExtendedAttribute) throws(SystemError)
    func removeAttribute(_ file: Descriptor, _ name: String) throws(SystemError)
    func synchronize(_ file: Descriptor) throws(SystemError)
    /// Has the disk begin with what was written, without waiting for it: a hint, which promises nothing.
    func startWriting(_ file: Descriptor)
    /// Exchanges two names of one directory (`RENAME_EXCHANGE`).
    func exchange(_ a: String, _ b: String, at directory: Descriptor) throws(SystemError)
    /// Renames only where `new` is free (`RENAME_NOREPLACE`).
    func renameNew(_ old: String, to new: String, at directory: Descriptor) throws(SystemError)
    func rename(_ old: String, to new: String, at directory: Descriptor) throws(SystemError)
    func unlink(_ name: String, at directory: Descriptor) throws(SystemError)
    func makeDirectory(_ name: String, at directory: Descriptor, mode: UInt32) throws(SystemError)
    func names(in directory: Descriptor) throws(SystemError) -> [String]
    /// Tries once for the exclusive lock of an open file description; false when another has it.
    func tryLock(_ file: Descriptor) throws(SystemError) -> Bool
    /// Waits until the lock is granted.
    func waitForLock(_ file: Descriptor) throws(SystemError)
    func unlock(_ file: Descriptor)
    func takeReadLease(_ file: Descriptor) throws(SystemError)
    /// Granted while nobody else has the file open at all; who opens it then waits until it is released.
    func takeWriteLease(_ file: Descriptor) throws(SystemError)
    /// False once somebody asked to open the file for writing (or the lease was never had).
    func isLeaseWhole(_ file: Descriptor) -> Bool
    func releaseLease(_ file: Descriptor)
    /// Waits until a `write` that is under way in the kernel is over, where that can be waited for.
    func passWriters(of file: Descriptor)
    /// Nanoseconds of a clock that only goes forward.
    func now() -> Int64
    /// Lets `nanoseconds` go by.
    func pause(nanoseconds: Int64)
}

/// How `SystemCalls.open` opens. Every descriptor is close-on-exec, none waits (a FIFO opens at once).
package enum OpenMode: Sendable, Hashable {
    /// For reading; a link is followed.
    case read
    /// For reading; a link in the last place is an error (`ELOOP`).
    case readNoFollow
    /// A directory.
    case directory
    /// For writing; the file must not be there yet.
    case createNew(mode: UInt32)
    /// For reading and writing what is there; a link in the last place is an error. (Never with O_CREAT: in a sticky
    /// directory the kernel refuses that for another user's file.)
    case readWriteNoFollow
    /// For reading and writing; the file must not be there yet.
    case createNewReadWrite(mode: UInt32)
    /// For writing what is there; a link in the last place is an error.
    case writeNoFollow
}

/// A name and value of `setxattr`; ACLs are among them (`system.posix_acl_access`).
package struct ExtendedAttribute: Sendable, Hashable {
    package var name: String
    package var value: [UInt8]
    package init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }
}

extension SystemCalls {
    package func passWriters(of file: Descriptor) {}
    package func startWriting(_ file: Descriptor) {}
    package func closeLater(_ file: Descriptor) { close(file) }

    /// The time of `now()` at which `duration` will be over.
    package func deadline(after duration: Duration) -> Int64 {
        let (sum, overflow) = now().addingReportingOverflow(max(duration.nanoseconds, 0))
        return overflow ? .max : sum
    }
}
