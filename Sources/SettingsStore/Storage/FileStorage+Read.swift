import Glibc
public import SettingsSyntax

extension FileStorage {
    public func read(insisting: Bool) throws(SettingsError) -> StorageReading {
        do {
            // Looking before opening: opening a device can do things (rewind a tape, start a watchdog).
            let there = try calls.status(of: path, at: .currentDirectory, following: true)
            if there.kind != .regular { throw ReadFailure.settings(notARegularFile(there.kind)) }
            let file = try calls.open(path, at: .currentDirectory, .read)
            defer { calls.close(file) }
            let status = try calls.status(of: file)
            if status.kind != .regular { throw ReadFailure.settings(notARegularFile(status.kind)) }
            return try read(file, status, insisting: insisting)
        } catch let failure as SystemError {
            if failure.number == ENOENT { return .missing }
            throw error(failure, "cannot read")
        } catch let ReadFailure.settings(error) {
            throw error
        } catch {
            throw SettingsError(.internalFault, "unexpected: \(error)", file: name)
        }
    }

    /// Reads an open file so that what comes back was never half-written.
    ///
    /// Under a read lease nobody has the file open for writing, and who wants to waits until it is released. Only the
    /// file's owner gets one; without it the identity before and after must agree.
    private func read(_ file: Descriptor, _ status: FileStatus, insisting: Bool) throws -> StorageReading {
        if status.size > options.maximumSize { throw ReadFailure.settings(tooLarge(status.size)) }
        let lease = Lease.take(file, calls)
        if lease == .refused && !insisting { return .busy }
        defer { if lease == .held { calls.releaseLease(file) } }
        // Under a lease the size can no longer change; before it was taken it could.
        let before = try calls.status(of: file)
        let bytes = try readAll(file, size: before.size)
        let isFresh = before.wasWrittenLately
        if lease == .held { return .bytes(bytes, .init(isCertain: true, isFresh: isFresh)) }
        let after = try calls.status(of: file)
        if after.identity != before.identity && !insisting { return .busy }
        return .bytes(bytes, .init(isCertain: false, isFresh: isFresh))
    }

    /// All bytes of an open file.
    func readAll(_ file: Descriptor, size: Int64) throws -> [UInt8] {
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
