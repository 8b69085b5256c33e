import Glibc
import SettingsStore
import Synchronization

/// The kernel, with a disk that answers a flush only after a second.
final class StallingCalls: SystemCalls {
    private let kernel = LinuxSystemCalls()
    private let stalled = Atomic(0)

    /// How many flushes were begun.
    var stalls: Int { stalled.load(ordering: .relaxed) }

    func synchronize(_ file: Descriptor) throws(SystemError) {
        stalled.add(1, ordering: .relaxed)
        pause(nanoseconds: 1_000_000_000)
        try kernel.synchronize(file)
    }

    func open(_ name: String, at directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        try kernel.open(name, at: directory, mode)
    }
    func close(_ file: Descriptor) { kernel.close(file) }
    func status(of file: Descriptor) throws(SystemError) -> FileStatus { try kernel.status(of: file) }
    func status(of name: String, at directory: Descriptor, following: Bool) throws(SystemError) -> FileStatus {
        try kernel.status(of: name, at: directory, following: following)
    }
    func isMountRoot(_ name: String, at directory: Descriptor) throws(SystemError) -> Bool {
        try kernel.isMountRoot(name, at: directory)
    }
    func readLink(_ name: String, at directory: Descriptor) throws(SystemError) -> String {
        try kernel.readLink(name, at: directory)
    }
    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, from offset: Int64
    ) throws(SystemError) -> Int { try kernel.read(file, into: buffer, from: offset) }
    func write(
        _ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int64
    ) throws(SystemError) -> Int { try kernel.write(file, bytes, at: offset) }
    func truncate(_ file: Descriptor, to size: Int64) throws(SystemError) { try kernel.truncate(file, to: size) }
    func setMode(_ file: Descriptor, _ mode: UInt32) throws(SystemError) { try kernel.setMode(file, mode) }
    func setOwner(_ file: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemError) {
        try kernel.setOwner(file, owner: owner, group: group)
    }
    func attributes(of file: Descriptor) throws(SystemError) -> [ExtendedAttribute] {
        try kernel.attributes(of: file)
    }
    func setAttribute(_ file: Descriptor, _ attribute: ExtendedAttribute) throws(SystemError) {
        try kernel.setAttribute(file, attribute)
    }
    func removeAttribute(_ file: Descriptor, _ name: String) throws(SystemError) {
        try kernel.removeAttribute(file, name)
    }
    func exchange(_ a: String, _ b: String, at directory: Descriptor) throws(SystemError) {
        try kernel.exchange(a, b, at: directory)
    }
    func renameNew(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try kernel.renameNew(old, to: new, at: directory)
    }
    func rename(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try kernel.rename(old, to: new, at: directory)
    }
    func unlink(_ name: String, at directory: Descriptor) throws(SystemError) {
        try kernel.unlink(name, at: directory)
    }
    func makeDirectory(_ name: String, at directory: Descriptor, mode: UInt32) throws(SystemError) {
        try kernel.makeDirectory(name, at: directory, mode: mode)
    }
    func names(in directory: Descriptor) throws(SystemError) -> [String] { try kernel.names(in: directory) }
    func tryLock(_ file: Descriptor) throws(SystemError) -> Bool { try kernel.tryLock(file) }
    func waitForLock(_ file: Descriptor) throws(SystemError) { try kernel.waitForLock(file) }
    func unlock(_ file: Descriptor) { kernel.unlock(file) }
    func takeReadLease(_ file: Descriptor) throws(SystemError) { try kernel.takeReadLease(file) }
    func isLeaseWhole(_ file: Descriptor) -> Bool { kernel.isLeaseWhole(file) }
    func releaseLease(_ file: Descriptor) { kernel.releaseLease(file) }
    func passWriters(of file: Descriptor) { kernel.passWriters(of: file) }
    func now() -> Int64 { kernel.now() }
    func pause(nanoseconds: Int64) { kernel.pause(nanoseconds: nanoseconds) }
}
