import Glibc
import SettingsSyntax

/// The new version of a settings file, under its temporary name: complete, with the old one's mode, owner, group, ACL
/// and attributes, and durable before it is seen.
enum TemporaryFile {
    /// Whom it shall look like.
    enum Look {
        /// The file that it replaces.
        case like(Metadata)
        /// A file that was there and is gone, as far as may be.
        case restored(Metadata)
        /// A new settings file: the mode that was asked for, or 0644 less the umask.
        case new
        /// A copy for this process's user alone.
        case closed
    }

    /// From this size on the disk is asked to begin at once: a smaller file is one piece anyway.
    private static let leastPart = 64 << 10

    /// Makes it; after a failure nothing is left.
    ///
    /// - Parameter spare: a file under that name already, whose bytes count for nothing; it is closed.
    /// - Parameter isWanted: asked while the disk is writing; with false nothing is left either.
    /// - Returns: nil when it is not wanted.
    static func make(
        _ name: TemporaryName, holding text: StoredText, _ look: Look, over spare: Descriptor? = nil,
        isFlushed: Bool, _ place: Place, _ storage: FileStorage, isWanted: () -> Bool = { true }
    ) throws(SystemError) -> FileStatus? {
        let calls = storage.calls
        // Never wider than what it replaces: closed to all others until the owner is right.
        var mode: UInt32 = 0o600
        // The kernel takes the umask off.
        if case .new = look, storage.options.permissions == nil { mode = 0o644 }
        let file: Descriptor
        if let spare {
            file = spare
        } else {
            file = try calls.open(name.text, at: place.directory, .createNew(mode: mode))
        }
        var isOpen = true
        func close() {
            // By itself it would go with the last copy of the descriptor: a child that is just being made has one.
            if spare != nil { calls.releaseLease(file) }
            calls.close(file)
        }
        do throws(SystemError) {
            if spare != nil { try calls.writeDifferences(file, text) } else { try calls.writeAll(file, text) }
            switch look {
            case .like(let metadata): try metadata.apply(to: file, calls)
            case .restored(let metadata): try metadata.restore(to: file, calls)
            case .new: if let asked = storage.options.permissions { try calls.setMode(file, UInt32(asked)) }
            case .closed: break
            }
            if isFlushed, text.count >= leastPart { calls.startWriting(file) }
            guard isWanted() else {
                isOpen = false
                close()
                try insist { () throws(SystemError) in try calls.unlink(name.text, at: place.directory) }
                return nil
            }
            if isFlushed { try calls.synchronize(file) }
            let status = try calls.status(of: file)
            // An open descriptor for writing would refuse the next lease.
            isOpen = false
            close()
            return status
        } catch {
            if isOpen { close() }
            do throws(SystemError) {
                try insist { () throws(SystemError) in try calls.unlink(name.text, at: place.directory) }
            } catch {
                // The first failure is the one to tell; the next transaction sweeps what is left.
            }
            throw error
        }
    }
}
