import Glibc

@testable import SettingsStore

/// System calls with somebody in between who sees each before it is made, and may fail it.
///
/// Calls that cannot fail (`close`, `unlock`, the lease's) are seen as well; what is thrown for them has no effect.
struct InterceptedCalls: SystemCalls {
    /// What kind of call it is, and what it is made on.
    struct Call: Hashable {
        enum Kind: String, CaseIterable {
            case open, create, openForWriting, openDirectory, close, status, isMountRoot, readLink, read, write,
                truncate
            case setMode, setOwner, attributes, setAttribute, removeAttribute, synchronizeFile, synchronizeDirectory
            case exchange, renameNew, rename, unlink, makeDirectory, names, tryLock, waitForLock, unlock
            case takeReadLease, isLeaseWhole, releaseLease
        }

        var kind: Kind
        var name: String?
    }

    let base: any SystemCalls
    let before: @Sendable (Call) throws(SystemError) -> Void

    init(_ base: any SystemCalls, before: @escaping @Sendable (Call) throws(SystemError) -> Void) {
        self.base = base
        self.before = before
    }

    private func see(_ kind: Call.Kind, _ name: String? = nil) throws(SystemError) {
        try before(Call(kind: kind, name: name))
    }

    private func seeOnly(_ kind: Call.Kind) {
        do throws(SystemError) {
            try see(kind)
        } catch {
            // The call cannot fail.
        }
    }

    func open(_ name: String, at directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        let kind: Call.Kind =
            switch mode {
            case .read, .readNoFollow: .open
            case .directory: .openDirectory
            case .createNew, .createNewReadWrite: .create
            case .readWriteNoFollow, .writeNoFollow: .openForWriting
            }
        try see(kind, name)
        return try base.open(name, at: directory, mode)
    }

    func close(_ file: Descriptor) {
        seeOnly(.close)
        base.close(file)
    }

    func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        try see(.status)
        return try base.status(of: file)
    }

    func status(of name: String, at directory: Descriptor, following: Bool) throws(SystemError) -> FileStatus {
        try see(.status, name)
        return try base.status(of: name, at: directory, following: following)
    }

    func isMountRoot(_ name: String, at directory: Descriptor) throws(SystemError) -> Bool {
        try see(.isMountRoot, name)
        return try base.isMountRoot(name, at: directory)
    }

    func readLink(_ name: String, at directory: Descriptor) throws(SystemError) -> String {
        try see(.readLink, name)
        return try base.readLink(name, at: directory)
    }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, from offset: Int64
    ) throws(SystemError) -> Int {
        try see(.read)
        return try base.read(file, into: buffer, from: offset)
    }

    func write(_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        try see(.write)
        return try base.write(file, bytes, at: offset)
    }

    func truncate(_ file: Descriptor, to size: Int64) throws(SystemError) {
        try see(.truncate)
        try base.truncate(file, to: size)
    }

    func setMode(_ file: Descriptor, _ mode: UInt32) throws(SystemError) {
        try see(.setMode)
        try base.setMode(file, mode)
    }

    func setOwner(_ file: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemError) {
        try see(.setOwner)
        try base.setOwner(file, owner: owner, group: group)
    }

    func attributes(of file: Descriptor) throws(SystemError) -> [ExtendedAttribute] {
        try see(.attributes)
        return try base.attributes(of: file)
    }

    func setAttribute(_ file: Descriptor, _ attribute: ExtendedAttribute) throws(SystemError) {
        try see(.setAttribute, attribute.name)
        try base.setAttribute(file, attribute)
    }

    func removeAttribute(_ file: Descriptor, _ name: String) throws(SystemError) {
        try see(.removeAttribute, name)
        try base.removeAttribute(file, name)
    }

    func synchronize(_ file: Descriptor) throws(SystemError) {
        let isDirectory = try base.status(of: file).kind == .directory
        try see(isDirectory ? .synchronizeDirectory : .synchronizeFile)
        try base.synchronize(file)
    }

    func exchange(_ a: String, _ b: String, at directory: Descriptor) throws(SystemError) {
        try see(.exchange, b)
        try base.exchange(a, b, at: directory)
    }

    func renameNew(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try see(.renameNew, new)
        try base.renameNew(old, to: new, at: directory)
    }

    func rename(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try see(.rename, new)
        try base.rename(old, to: new, at: directory)
    }

    func unlink(_ name: String, at directory: Descriptor) throws(SystemError) {
        try see(.unlink, name)
        try base.unlink(name, at: directory)
    }

    func makeDirectory(_ name: String, at directory: Descriptor, mode: UInt32) throws(SystemError) {
        try see(.makeDirectory, name)
        try base.makeDirectory(name, at: directory, mode: mode)
    }

    func names(in directory: Descriptor) throws(SystemError) -> [String] {
        try see(.names)
        return try base.names(in: directory)
    }

    func tryLock(_ file: Descriptor) throws(SystemError) -> Bool {
        try see(.tryLock)
        return try base.tryLock(file)
    }

    func waitForLock(_ file: Descriptor) throws(SystemError) {
        try see(.waitForLock)
        try base.waitForLock(file)
    }

    func unlock(_ file: Descriptor) {
        seeOnly(.unlock)
        base.unlock(file)
    }

    func takeReadLease(_ file: Descriptor) throws(SystemError) {
        try see(.takeReadLease)
        try base.takeReadLease(file)
    }

    func isLeaseWhole(_ file: Descriptor) -> Bool {
        seeOnly(.isLeaseWhole)
        return base.isLeaseWhole(file)
    }

    func releaseLease(_ file: Descriptor) {
        seeOnly(.releaseLease)
        base.releaseLease(file)
    }

    func passWriters(of file: Descriptor) { base.passWriters(of: file) }
    func now() -> Int64 { base.now() }
    func pause(nanoseconds: Int64) { base.pause(nanoseconds: nanoseconds) }
}
