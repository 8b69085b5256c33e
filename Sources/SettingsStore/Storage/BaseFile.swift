import Glibc
import SettingsSyntax

/// The file that a commit starts from, held open: its bytes, its identity, and where possible a read lease.
struct BaseFile {
    let file: Descriptor
    let status: FileStatus
    let bytes: [UInt8]
    private(set) var hasLease: Bool

    enum Opening {
        case file(BaseFile)
        case missing
        /// Somebody has it open for writing, or wrote while it was read.
        case busy
        /// The name is a link by now.
        case link
    }

    static func open(_ place: Place, _ storage: FileStorage) throws -> Opening {
        let calls = storage.calls
        let file: Descriptor
        do throws(SystemError) {
            file = try calls.open(place.name, at: place.directory, .readNoFollow)
        } catch {
            switch error.number {
            case ENOENT: return .missing
            case ELOOP: return .link
            // Somebody has a write lease, as file servers take for their clients; this has asked for it back.
            case EAGAIN: return .busy
            default: throw storage.error(error, "cannot read before writing")
            }
        }
        do {
            let lease = Lease.take(file, calls)
            let status = try calls.status(of: file)
            if status.kind != .regular { throw storage.notARegularFile(status.kind) }
            if lease == .refused {
                calls.close(file)
                return .busy
            }
            let bytes: [UInt8]
            do {
                bytes = try storage.readAll(file, size: status.size, isFixed: lease == .held)
            } catch let ReadFailure.settings(error) {
                throw error
            }
            if lease == .unavailable {
                // A write of which a part was read may still be under way; once it is over, its traces are there.
                calls.passWriters(of: file)
                if try calls.status(of: file).identity != status.identity {
                    calls.close(file)
                    return .busy
                }
            }
            return .file(BaseFile(file: file, status: status, bytes: bytes, hasLease: lease == .held))
        } catch {
            calls.releaseLease(file)
            calls.close(file)
            throw error
        }
    }

    /// - Parameter isReplaced: the file has lost its name, so that closing it frees its blocks, which on ext4 takes as
    ///   long as a quarter of a commit: somebody else does that, or the next commit would wait for it.
    mutating func close(_ calls: any SystemCalls, isReplaced: Bool) {
        if hasLease { calls.releaseLease(file) }
        hasLease = false
        if isReplaced { calls.closeLater(file) } else { calls.close(file) }
    }

    /// Whether the name still leads to this file, and nobody has written it.
    func isUntouched(_ place: Place, _ calls: any SystemCalls) throws -> Bool {
        do throws(SystemError) {
            let now = try calls.status(of: place.name, at: place.directory, following: false)
            if now.identity != status.identity { return false }
        } catch {
            if error.number == ENOENT { return false }
            throw error
        }
        return try isUnwritten(calls)
    }

    /// Whether the bytes are still those that were read, whatever the name is.
    func isUnwritten(_ calls: any SystemCalls) throws -> Bool {
        if hasLease { return calls.isLeaseWhole(file) }
        return try currentBytes(calls).hasSameBytes(as: bytes)
    }

    /// What the file holds now, or nil when it is not as long as it says.
    func currentBytes(_ calls: any SystemCalls) throws(SystemError) -> [UInt8] {
        let size = Int(try calls.status(of: file).size)
        var now = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < size {
            var read = 0
            var failure: SystemError?
            // unsafe: filled from `count` on, within the array
            unsafe now.withUnsafeMutableBytes { buffer in
                do throws(SystemError) {
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                    read = try unsafe calls.read(file, into: rest, from: Int64(count))
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            if read == 0 { break }
            count += read
        }
        return Array(now[..<count])
    }
}
