import Glibc
import SettingsSyntax

/// The file that is locked: found or made, and open to those alone who may write the settings file, so that no reader
/// can stall a writer.
struct LockFile {
    let storage: FileStorage
    let place: Place
    /// The settings file, whose owner and mode say who may lock; nil when it is not there yet.
    let target: FileStatus?

    var calls: any SystemCalls { storage.calls }
    private var name: String { CompanionNames(file: place.name).lock }

    /// Why what has the lock file's name cannot be used.
    private enum Fault {
        /// Another user's, in a directory where that user may not write the settings file.
        case foreign(UInt32)
        /// None that this library has made.
        case other(String)
    }

    func open() throws(SettingsError) -> Descriptor {
        if let closed = closedDirectory() { throw closed }
        while true {
            if let file = try existing() { return file }
            if let file = try make() { return file }
        }
    }

    /// The error where nothing in the directory can be replaced or removed: told before something is made there that would
    /// have to stay.
    private func closedDirectory() -> SettingsError? {
        let traits: FileTraits
        do throws(SystemError) {
            traits = try calls.traits(of: ".", at: place.directory)
        } catch {
            // What stands in the way is found out by trying.
            return nil
        }
        guard !traits.isDisjoint(with: [.immutable, .appendOnly]) else { return nil }
        let (word, option) = traits.contains(.immutable) ? ("immutable", "i") : ("append-only", "a")
        return SettingsError(
            .permissionDenied, "cannot write: the directory \(place.directoryPath) is \(word)", file: storage.name,
            hint: "have that taken off by root (chattr -\(option))", systemError: EPERM)
    }

    /// Why what has the lock file's name cannot be used; nil where it can, or is not there. Nothing is changed.
    func refusal() -> SettingsError? {
        do throws(SystemError) {
            let file = try calls.open(name, at: place.directory, .readWriteNoFollow)
            defer { calls.close(file) }
            return try fault(of: file, try calls.status(of: file)).map { error($0) }
        } catch {
            return error.number == ENOENT ? nil : self.error(opening: error)
        }
    }

    /// What is there; nil where there is nothing, or nothing any more.
    private func existing() throws(SettingsError) -> Descriptor? {
        let file: Descriptor
        do throws(SystemError) {
            file = try calls.open(name, at: place.directory, .readWriteNoFollow)
        } catch {
            if error.number == ENOENT { return nil }
            throw self.error(opening: error)
        }
        let found: Fault?
        do throws(SystemError) {
            let status = try calls.status(of: file)
            found = try fault(of: file, status)
            if found == nil, geteuid() == 0 || geteuid() == status.owner { adapt(file, status, isNew: false) }
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
                adapt(file, try calls.status(of: file), isNew: true)
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
        if !counts(status) { return .foreign(status.owner) }
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

    /// The error for what has the name and cannot be opened.
    private func error(opening failure: SystemError) -> SettingsError {
        let status = namedStatus()
        if let status {
            if status.kind != .regular { return error(.other("is \(status.kind.name)")) }
            if failure.number == EACCES, !counts(status) { return error(.foreign(status.owner)) }
        }
        return storage.error(
            failure, "cannot open the lock file \(name)",
            hint: failure.number == EACCES ? hint(toOpen: status) : nil)
    }

    /// A lock file's mode follows the settings file's only with the next write of somebody whose it is to change.
    private func hint(toOpen status: FileStatus?) -> String {
        guard let status, status.owner != geteuid() else {
            return "look at its mode; it may be removed while nobody writes"
        }
        return "it belongs to user \(status.owner): if the settings were opened to you after it was made, have that "
            + "user or root write them once, or remove \(place.path(of: name)) while nobody writes"
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
}
