import Glibc

package import SettingsStore

/// System calls with somebody in between who sees each before it is made, and may fail it.
///
/// Calls that cannot fail (`close`, `unlock`, the lease's) are seen as well; what is thrown for them has no effect.
package struct InterceptedCalls: SystemCalls {
    /// What kind of call it is, and what it is made on.
    package struct Call: Hashable {
        package enum Kind: String, CaseIterable {
            case open, create, openForWriting, openDirectory, close, status, traits, readLink, read, write,
                truncate
            case setMode, setOwner, attributes, setAttribute, removeAttribute, synchronizeFile, synchronizeDirectory
            case exchange, renameNew, rename, unlink, makeDirectory, names, tryLock, waitForLock, unlock
            case takeReadLease, takeWriteLease, isLeaseWhole, releaseLease
        }

        package var kind: Kind
        package var name: String?
    }

    package let base: any SystemCalls
    package let before: @Sendable (Call) throws(SystemError) -> Void

    package init(_ base: any SystemCalls, before: @escaping @Sendable (Call) throws(SystemError) -> Void) {
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

    package func open(_ name: String, at directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
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

    package func close(_ file: Descriptor) {
        seeOnly(.close)
        base.close(file)
    }

    package func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        try see(.status)
        return try base.status(of: file)
    }

    package func status(of name: String, at directory: Descriptor, following: Bool) throws(SystemError) -> FileStatus {
        try see(.status, name)
        return try base.status(of: name, at: directory, following: following)
    }

    package func traits(of name: String, at directory: Descriptor) throws(SystemError) -> FileTraits {
        try see(.traits, name)
        return try base.traits(of: name, at: directory)
    }

    package func readLink(_ name: String, at directory: Descriptor) throws(SystemError) -> String {
        try see(.readLink, name)
        return try base.readLink(name, at: directory)
    }

    package func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, from offset: Int64
    ) throws(SystemError) -> Int {
        try see(.read)
        return try base.read(file, into: buffer, from: offset)
    }

    package func write(_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) -> Int
    {
        try see(.write)
        return try base.write(file, bytes, at: offset)
    }

    package func truncate(_ file: Descriptor, to size: Int64) throws(SystemError) {
        try see(.truncate)
        try base.truncate(file, to: size)
    }

    package func setMode(_ file: Descriptor, _ mode: UInt32) throws(SystemError) {
        try see(.setMode)
        try base.setMode(file, mode)
    }

    package func setOwner(_ file: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemError) {
        try see(.setOwner)
        try base.setOwner(file, owner: owner, group: group)
    }

    package func attributes(of file: Descriptor) throws(SystemError) -> [ExtendedAttribute] {
        try see(.attributes)
        return try base.attributes(of: file)
    }

    package func setAttribute(_ file: Descriptor, _ attribute: ExtendedAttribute) throws(SystemError) {
        try see(.setAttribute, attribute.name)
        try base.setAttribute(file, attribute)
    }

    package func removeAttribute(_ file: Descriptor, _ name: String) throws(SystemError) {
        try see(.removeAttribute, name)
        try base.removeAttribute(file, name)
    }

    package func synchronize(_ file: Descriptor) throws(SystemError) {
        let isDirectory = try base.status(of: file).kind == .directory
        try see(isDirectory ? .synchronizeDirectory : .synchronizeFile)
        try base.synchronize(file)
    }

    package func exchange(_ a: String, _ b: String, at directory: Descriptor) throws(SystemError) {
        try see(.exchange, b)
        try base.exchange(a, b, at: directory)
    }

    package func renameNew(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try see(.renameNew, new)
        try base.renameNew(old, to: new, at: directory)
    }

    package func rename(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try see(.rename, new)
        try base.rename(old, to: new, at: directory)
    }

    package func unlink(_ name: String, at directory: Descriptor) throws(SystemError) {
        try see(.unlink, name)
        try base.unlink(name, at: directory)
    }

    package func makeDirectory(_ name: String, at directory: Descriptor, mode: UInt32) throws(SystemError) {
        try see(.makeDirectory, name)
        try base.makeDirectory(name, at: directory, mode: mode)
    }

    package func names(in directory: Descriptor) throws(SystemError) -> [String] {
        try see(.names)
        return try base.names(in: directory)
    }

    package func tryLock(_ file: Descriptor) throws(SystemError) -> Bool {
        try see(.tryLock)
        return try base.tryLock(file)
    }

    package func waitForLock(_ file: Descriptor) throws(SystemError) {
        try see(.waitForLock)
        try base.waitForLock(file)
    }

    package func unlock(_ file: Descriptor) {
        seeOnly(.unlock)
        base.unlock(file)
    }

    package func takeReadLease(_ file: Descriptor) throws(SystemError) {
        try see(.takeReadLease)
        try base.takeReadLease(file)
    }

    package func takeWriteLease(_ file: Descriptor) throws(SystemError) {
        try see(.takeWriteLease)
        try base.takeWriteLease(file)
    }

    package func isLeaseWhole(_ file: Descriptor) -> Bool {
        seeOnly(.isLeaseWhole)
        return base.isLeaseWhole(file)
    }

    package func releaseLease(_ file: Descriptor) {
        seeOnly(.releaseLease)
        base.releaseLease(file)
    }

    package func passWriters(of file: Descriptor) { base.passWriters(of: file) }
    package func startWriting(_ file: Descriptor) { base.startWriting(file) }
    package func now() -> Int64 { base.now() }
    package func pause(nanoseconds: Int64) { base.pause(nanoseconds: nanoseconds) }

    /// The kernel as who does not own the file meets it: no lease is to be had.
    package static var leaseless: InterceptedCalls {
        InterceptedCalls(LinuxSystemCalls()) { call throws(SystemError) in
            if [.takeReadLease, .takeWriteLease].contains(call.kind) { throw SystemError(EACCES) }
        }
    }
}
