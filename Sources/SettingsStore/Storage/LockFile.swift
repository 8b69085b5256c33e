import Glibc
import SettingsSyntax

/// The file that is locked: found or made, and open to those alone who may write the settings file, so that no reader
/// can stall a writer.
struct LockFile {
    let storage: FileStorage
    let place: Place
    /// The settings file, whose owner and mode say who may lock; nil when it is not there yet.
    let target: FileStatus?

    private var calls: any SystemCalls { storage.calls }
    private var name: String { CompanionNames(file: place.name).lock }

    /// Why what has the lock file's name cannot be used.
    private enum Fault {
        /// Another user's, in a directory where that user may not write the settings file.
        case foreign(UInt32)
        /// None that this library has made.
        case other(String)
    }

    func open() throws(SettingsError) -> Descriptor {
        while true {
            if let file = try existing() { return file }
            if let file = try make() { return file }
        }
    }

    /// Why what has the lock file's name cannot be used; nil where it can, or is not there. Nothing is changed.
    func refusal() -> SettingsError? {
        do throws(SystemError) {
            let file = try calls.open(name, at: place.directory, .readWriteNoFollow)
            defer { calls.close(file) }
            return try fault(of: file, try calls.status(of: file)).map { error($0) }
        } catch {
            switch error.number {
            case ENOENT: return nil
            case ELOOP: return self.error(.other("is a symbolic link"))
            default: return storage.error(error, "cannot open the lock file \(name)")
            }
        }
    }

    /// What is there; nil where there is nothing, or nothing any more.
    private func existing() throws(SettingsError) -> Descriptor? {
        let file: Descriptor
        do throws(SystemError) {
            file = try calls.open(name, at: place.directory, .readWriteNoFollow)
        } catch {
            if error.number == ENOENT { return nil }
            if error.number == ELOOP { throw self.error(.other("is a symbolic link")) }
            if error.number == EACCES, let status = namedStatus(), !place.trust.covers(status, target: target) {
                throw self.error(.foreign(status.owner))
            }
            throw storage.error(
                error, "cannot open the lock file \(name)",
                hint: error.number == EACCES ? "look whose it is; it may be removed while nobody writes" : nil)
        }
        let found: Fault?
        do throws(SystemError) {
            let status = try calls.status(of: file)
            found = try fault(of: file, status)
            if found == nil, geteuid() == 0 || geteuid() == status.owner { adapt(file, status) }
        } catch {
            calls.close(file)
            throw storage.error(error, "cannot look at the lock file \(name)")
        }
        guard let found else { return file }
        calls.close(file)
        // Root may take it away; who may not is told.
        if case .foreign = found, removes() { return nil }
        throw self.error(found)
    }

    /// What has the name, where that can be told; a refusal is worded with it.
    private func namedStatus() -> FileStatus? {
        do throws(SystemError) {
            return try calls.status(of: name, at: place.directory, following: false)
        } catch {
            return nil
        }
    }

    /// A new one; nil when somebody else was faster.
    private func make() throws(SettingsError) -> Descriptor? {
        do throws(SystemError) {
            let file = try calls.open(name, at: place.directory, .createNewReadWrite(mode: 0o600))
            do throws(SystemError) {
                adapt(file, try calls.status(of: file))
            } catch {
                // It stays with the mode 0600, and with it fewer can write, not more.
            }
            return file
        } catch {
            if error.number == EEXIST { return nil }
            throw storage.error(error, "cannot write in the directory")
        }
    }

    private func fault(of file: Descriptor, _ status: FileStatus) throws(SystemError) -> Fault? {
        if status.kind != .regular { return .other("is \(status.kind.name)") }
        if !place.trust.covers(status, target: target) { return .foreign(status.owner) }
        if status.links > 1 { return .other("has \(status.links) names (hard links)") }
        if status.size > 0, try !IntentRecord.isRecord(FileLock(file: file, calls: calls).bytes()) {
            return .other("holds something else than this library's note")
        }
        return nil
    }

    private func removes() -> Bool {
        do throws(SystemError) {
            try calls.unlink(name, at: place.directory)
            return true
        } catch {
            return error.number == ENOENT
        }
    }

    private func error(_ fault: Fault) -> SettingsError {
        let path = place.path(of: name)
        return switch fault {
        case .foreign(let user):
            SettingsError(
                .permissionDenied, "the lock file \(name) belongs to user \(user), who may not write the settings",
                file: storage.name, hint: "have \(path) removed, or keep settings where others cannot write")
        case .other(let what):
            SettingsError(
                .invalidFile, "\(name), the name of the lock file, \(what)", file: storage.name,
                hint: "move \(path) out of the way")
        }
    }

    /// Gives it to those who may write the settings file, as far as it is this process's to give.
    private func adapt(_ file: Descriptor, _ status: FileStatus) {
        var mode = mode
        if let target, status.owner != target.owner || status.group != target.group {
            // The owner is root's to change; the group also its members'.
            if !gives(file, owner: target.owner, group: target.group), status.group != target.group,
                !gives(file, owner: nil, group: target.group)
            {
                mode &= ~0o070
            }
        }
        if status.permissions == mode { return }
        do throws(SystemError) {
            try calls.setMode(file, mode)
        } catch {
            // As above: fewer can write.
        }
    }

    private func gives(_ file: Descriptor, owner: UInt32?, group: UInt32) -> Bool {
        do throws(SystemError) {
            try calls.setOwner(file, owner: owner, group: group)
            return true
        } catch {
            return false
        }
    }

    /// Read and write for each class that may write the settings file.
    private var mode: UInt32 {
        let permissions = target?.permissions ?? UInt32(storage.options.permissions ?? 0o644)
        var mode: UInt32 = 0o600
        if permissions & 0o020 != 0 { mode |= 0o060 }
        if permissions & 0o002 != 0 { mode |= 0o006 }
        return mode
    }
}
