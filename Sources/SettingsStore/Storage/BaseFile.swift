import Glibc
import SettingsSyntax

/// The file that a commit starts from, held open: its text, its identity, and where possible a read lease.
struct BaseFile {
    let file: Descriptor
    let status: FileStatus
    let text: StoredText
    private(set) var hasLease: Bool

    enum Opening {
        case file(BaseFile)
        case missing
        /// Somebody has it open for writing, or wrote while it was read.
        case busy
        /// The name is a link by now.
        case link
    }

    /// - Parameter expected: what is probably in it; then that is its text, and no other memory is filled.
    static func open(_ place: Place, expecting expected: StoredText?, _ storage: FileStorage) throws -> Opening {
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
            let text: StoredText
            do {
                if let expected, Int64(expected.count) == status.size,
                    try calls.holds(file, expected, isFixed: lease == .held)
                {
                    text = expected
                } else {
                    text = StoredText(try storage.readAll(file, size: status.size, isFixed: lease == .held))
                }
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
            return .file(BaseFile(file: file, status: status, text: text, hasLease: lease == .held))
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
            // The change time alone does not tell of a mode: a clock's tick is long.
            if now.identity != status.identity || !now.hasSameAccess(as: status) { return false }
        } catch {
            if error.number == ENOENT { return false }
            throw error
        }
        return try isUnwritten(calls)
    }

    /// Whether the bytes are still those that were read, whatever the name is.
    func isUnwritten(_ calls: any SystemCalls) throws -> Bool {
        if hasLease { return calls.isLeaseWhole(file) }
        return try calls.holds(file, text)
    }
}
