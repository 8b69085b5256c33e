import Glibc
public import SettingsSyntax
internal import Synchronization

extension FileStorage {
    public func read(insisting: Bool) throws(SettingsError) -> StorageReading {
        do {
            let file = try open()
            defer { calls.close(file) }
            return try read(file, insisting: insisting)
        } catch let failure as SystemError {
            if failure.number == ENOENT { return .missing }
            // Somebody has a write lease, as file servers take for their clients; this has asked for it back.
            if failure.number == EAGAIN && !insisting { return .busy }
            throw error(failure, "cannot read")
        } catch let ReadFailure.settings(error) {
            throw error
        } catch {
            throw SettingsError(.internalFault, "unexpected: \(error)", file: name)
        }
    }

    /// Opens what is in the file's place, unless it is known to be no file: opening a device can do things (rewind a
    /// tape, start a watchdog). After a file was seen there once, one look less is taken.
    private func open() throws -> Descriptor {
        if !hasSeenFile.load(ordering: .relaxed) {
            let there = try calls.status(of: path, at: .currentDirectory, following: true)
            if there.kind != .regular { throw ReadFailure.settings(notARegularFile(there.kind)) }
        }
        return try calls.open(path, at: .currentDirectory, .read)
    }

    /// Reads an open file so that what comes back was never half-written.
    ///
    /// Under a read lease nobody has the file open for writing, and who wants to waits until it is released. Only the
    /// file's owner gets one; without it the identity before and after must agree, and whoever watches the file must
    /// say that nobody was in the middle of writing it.
    ///
    /// Who insists gets what a writer left who keeps the file open, not what one is writing.
    private func read(_ file: Descriptor, insisting: Bool) throws -> StorageReading {
        let lease = Lease.take(file, calls)
        defer { if lease == .held { calls.releaseLease(file) } }
        let before = try calls.status(of: file)
        hasSeenFile.store(before.kind == .regular, ordering: .relaxed)
        if before.kind != .regular { throw ReadFailure.settings(notARegularFile(before.kind)) }
        if before.size > options.maximumSize { throw ReadFailure.settings(tooLarge(before.size)) }
        if lease == .refused && !(insisting && before.isQuiet(for: Self.patience)) { return .busy }
        let bytes = try readAll(file, size: before.size, isFixed: lease == .held)
        remember(file, before)
        let isFresh = before.wasWrittenLately
        if lease == .held { return .bytes(bytes, .init(isCertain: true, isFresh: isFresh, isQuiet: true)) }
        // A write of which a part was read may still be under way; once it is over, its traces are there.
        calls.passWriters(of: file)
        let after = try calls.status(of: file)
        if after.identity != before.identity { return .busy }
        // Who insists takes what a writer seems to have left, and that for longer.
        let isQuiet = after.isQuiet(for: insisting ? Self.patience : ReloadMachine.quiet)
        return .bytes(
            bytes,
            .init(
                isCertain: false, isFresh: isFresh, isQuiet: isQuiet,
                isJustWritten: after.wasWritten(within: Self.lag)))
    }

    /// Takes note of what the file has beside its bytes. Costs a call only where that can have changed.
    func remember(_ file: Descriptor, _ status: FileStatus) {
        if let last = lastMetadata, last.status.identity == status.identity, last.status.hasSameAccess(as: status) {
            return
        }
        var metadata: Metadata
        do throws(SystemError) {
            metadata = try Metadata(of: file, status, calls)
        } catch {
            // Whom a list would let in or keep out is not known: then the owner alone.
            var closed = status
            closed.mode &= ~0o077
            metadata = Metadata(closed, [])
        }
        keep(metadata)
    }

    /// How long a file that is open for writing must have been left alone to be read all the same.
    private static let patience: Duration = .seconds(1)

    /// How long after a `write` its event may come: the kernel tells of it when it has let go of the file, and who wrote may
    /// have to wait for a processor just then. What begins a write is stamped first.
    private static let lag: Duration = .milliseconds(20)

    /// All bytes of an open file.
    ///
    /// - Parameter isFixed: the size cannot change meanwhile (a lease is held), so reaching it is reaching the end.
    func readAll(_ file: Descriptor, size: Int64, isFixed: Bool = false) throws -> [UInt8] {
        if size > options.maximumSize { throw ReadFailure.settings(tooLarge(size)) }
        var failure: SystemError?
        // One more than the size: a read that does not fill the room has reached the end.
        // unsafe: the buffer is filled from its start, and `count` says how far
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(size) + 1) { buffer, count in
            while count < buffer.count {
                do throws(SystemError) {
                    let rest = unsafe UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    let read = try unsafe calls.read(file, into: rest, from: Int64(count))
                    if read == 0 { return }
                    count += read
                    if isFixed && count == Int(size) { return }
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        if bytes.count > Int(size) {
            // It has grown since: read again with the size that it has now.
            return try readAll(file, size: max(try calls.status(of: file).size, Int64(bytes.count)))
        }
        return bytes
    }
}

/// Either kind of failure inside a read.
enum ReadFailure: Error {
    case settings(SettingsError)
}

/// What became of asking for a read lease.
enum Lease: Sendable {
    /// Nobody is writing, nor can begin to before it is released.
    case held
    /// Somebody has the file open for writing.
    case refused
    /// Not to be had here: the file is another user's, or its file system has no leases.
    case unavailable

    static func take(_ file: Descriptor, _ calls: any SystemCalls) -> Lease {
        do throws(SystemError) {
            try calls.takeReadLease(file)
            return .held
        } catch {
            return error.number == EAGAIN ? .refused : .unavailable
        }
    }
}
