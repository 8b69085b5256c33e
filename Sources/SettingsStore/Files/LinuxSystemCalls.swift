import CLinux
import Glibc

/// The kernel itself. Calls interrupted by a signal are made again.
///
/// `unsafe` throughout: names and buffers are passed as pointers that live for the length of the call.
package struct LinuxSystemCalls: SystemCalls {
    package init() {}

    /// `call` until it is not interrupted; -1 becomes an error.
    @inline(__always)
    private func check<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
        while true {
            let result = call()
            if result != -1 { return result }
            let number = errno
            if number != EINTR { throw SystemError(number) }
        }
    }

    package func open(_ name: String, at directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        let common = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let (flags, permissions): (Int32, UInt32) =
            switch mode {
            case .read: (O_RDONLY, 0)
            case .readNoFollow: (O_RDONLY | O_NOFOLLOW, 0)
            case .directory: (O_RDONLY | O_DIRECTORY, 0)
            case .createNew(let mode): (O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
            case .readWriteNoFollow: (O_RDWR | O_NOFOLLOW, 0)
            case .createNewReadWrite(let mode): (O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
            case .writeNoFollow: (O_WRONLY | O_NOFOLLOW, 0)
            }
        return Descriptor(try check { unsafe clinux_openat(directory.number, name, flags | common, permissions) })
    }

    package func close(_ file: Descriptor) {
        // Whatever it returns, Linux has closed the descriptor; written data was checked by fsync.
        _ = Glibc.close(file.number)
    }

    package func closeLater(_ file: Descriptor) { DescriptorCloser.shared.close(file) }

    package func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try check { unsafe fstat(file.number, &status) }
        return FileStatus(status)
    }

    package func status(of name: String, at directory: Descriptor, following: Bool) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try check { unsafe fstatat(directory.number, name, &status, following ? 0 : AT_SYMLINK_NOFOLLOW) }
        return FileStatus(status)
    }

    package func traits(of name: String, at directory: Descriptor) throws(SystemError) -> FileTraits {
        FileTraits(rawValue: try check { unsafe clinux_file_traits(directory.number, name) })
    }

    package func readLink(_ name: String, at directory: Descriptor) throws(SystemError) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = try check {
            unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe readlinkat(
                    directory.number, name, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
            }
        }
        // Repaired, it would lead to another file.
        guard let target = String(validating: buffer[..<count], as: UTF8.self) else { throw SystemError(EILSEQ) }
        return target
    }

    package func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, from offset: Int64
    ) throws(SystemError) -> Int {
        try check { unsafe pread(file.number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    package func write(_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) -> Int
    {
        try check { unsafe pwrite(file.number, bytes.baseAddress, bytes.count, off_t(offset)) }
    }

    package func startWriting(_ file: Descriptor) {
        // What goes wrong is told by `fsync`, which follows.
        clinux_start_writing(file.number)
    }

    package func passWriters(of file: Descriptor) {
        // Where the next hole is can be told only between two writes: ext4, tmpfs, btrfs and overlayfs take the lock
        // that a writer holds. The position is not used by anybody. Where the call fails there is nothing to wait for.
        _ = lseek(file.number, 0, Self.seekHole)
    }

    /// `SEEK_HOLE`, which the C library shows to GNU programs only.
    private static let seekHole: Int32 = 4

    package func truncate(_ file: Descriptor, to size: Int64) throws(SystemError) {
        _ = try check { ftruncate(file.number, off_t(size)) }
    }

    package func setMode(_ file: Descriptor, _ mode: UInt32) throws(SystemError) {
        _ = try check { fchmod(file.number, mode_t(mode)) }
    }

    package func setOwner(_ file: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemError) {
        _ = try check { fchown(file.number, owner ?? .max, group ?? .max) }
    }

    package func synchronize(_ file: Descriptor) throws(SystemError) {
        _ = try check { fsync(file.number) }
    }

    package func exchange(_ a: String, _ b: String, at directory: Descriptor) throws(SystemError) {
        _ = try check {
            unsafe clinux_exchange(directory.number, a, b)
        }
    }

    package func renameNew(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        _ = try check {
            unsafe clinux_rename_new(directory.number, old, new)
        }
    }

    package func rename(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        _ = try check { unsafe renameat(directory.number, old, directory.number, new) }
    }

    package func unlink(_ name: String, at directory: Descriptor) throws(SystemError) {
        _ = try check { unsafe unlinkat(directory.number, name, 0) }
    }

    package func makeDirectory(_ name: String, at directory: Descriptor, mode: UInt32) throws(SystemError) {
        _ = try check { unsafe mkdirat(directory.number, name, mode_t(mode)) }
    }

    package func tryLock(_ file: Descriptor) throws(SystemError) -> Bool {
        do {
            _ = try check { clinux_ofd_lock(file.number, 0) }
            return true
        } catch let error {
            if error.number == EAGAIN || error.number == EACCES { return false }
            throw error
        }
    }

    package func waitForLock(_ file: Descriptor) throws(SystemError) {
        _ = try check { clinux_ofd_lock(file.number, 1) }
    }

    package func unlock(_ file: Descriptor) {
        // Cannot fail for a lock that is held; and closing the descriptor releases it too.
        _ = clinux_ofd_unlock(file.number)
    }

    package func takeReadLease(_ file: Descriptor) throws(SystemError) {
        _ = try check { clinux_take_read_lease(file.number) }
    }

    package func takeWriteLease(_ file: Descriptor) throws(SystemError) {
        _ = try check { clinux_take_write_lease(file.number) }
    }

    package func isLeaseWhole(_ file: Descriptor) -> Bool {
        clinux_lease_is_whole(file.number) == 1
    }

    package func releaseLease(_ file: Descriptor) {
        // Fails only where there is no lease to release.
        _ = clinux_release_lease(file.number)
    }

    package func now() -> Int64 { clinux_now() }

    package func pause(nanoseconds: Int64) {
        let end = now() + max(nanoseconds, 0)
        var deadline = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
    }
}
