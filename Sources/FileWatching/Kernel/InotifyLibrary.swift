internal import CInotifyTools
internal import CLinux
internal import Glibc
internal import Synchronization

/// libinotifytools, as far as it can be used safely; the only place that calls it.
///
/// The library keeps everything in C globals and is not safe for threads: there is one value of this type at a time, and
/// it never leaves the owner's thread. What has to be known about the library:
///
/// - Watches are added through a descriptor (`/proc/self/fd/N`), so that the directory watched is the one looked at,
///   and under a spelling never used before: the library remembers dead watches by name and would answer with them.
/// - Removing a watch whose inode is gone prints a message on the program's standard error; `forget` avoids it.
/// - Some entries are given back by `stop` only; `waste` counts them, so that the owner can start afresh in time.
/// - A child made by `fork` inherits its state with the descriptor: what it read would be taken from the parent. Forks wait
///   while the library works, and in a child it is stopped without reading, before it is started again.
/// - It waits with `select`, which must not see a descriptor of 1024 or above.
final class InotifyLibrary {
    /// The library's own descriptor, which it does not tell.
    let descriptor: Int32
    /// Entries in the library's tables that only a fresh start gives back.
    private(set) var waste = 0
    private var spelling = 1

    /// The instance that the library has: of which process, and its descriptor. -1: none.
    private static let startedBy = Atomic<Int32>(-1)
    private static let startedOn = Atomic<Int32>(-1)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    // MARK: Starting and stopping

    static func start() throws(WatchLimit) -> InotifyLibrary {
        clinux_hold_forks()
        defer { clinux_release_forks() }
        try dropInherited()
        guard hasLowDescriptorFree() else { throw errno == EMFILE || errno == ENFILE ? .descriptors : .highDescriptor }
        guard inotifytools_initialize() != 0 else {
            switch inotifytools_error() {
            case EMFILE: throw hasLowDescriptorFree() ? .instances : .descriptors
            case ENFILE: throw .descriptors
            case let error: throw .unavailable(error)
            }
        }
        do {
            let library = InotifyLibrary(descriptor: try findDescriptor())
            startedOn.store(library.descriptor, ordering: .relaxed)
            startedBy.store(clinux_forks(), ordering: .relaxed)
            return library
        } catch {
            inotifytools_cleanup()
            throw error
        }
    }

    /// Closes the instance. What is still in the library's buffer must have been read before, or it would be taken for
    /// events of the next instance.
    func stop() {
        clinux_hold_forks()
        defer { clinux_release_forks() }
        inotifytools_cleanup()
        Self.startedBy.store(-1, ordering: .relaxed)
    }

    /// In a child: ends what the library still holds of its parent's instance, which goes on as if nothing had been.
    private static func dropInherited() throws(WatchLimit) {
        let process = startedBy.load(ordering: .relaxed)
        guard process >= 0, process != clinux_forks() else { return }
        let descriptor = startedOn.load(ordering: .relaxed)
        // A daemon may have closed all descriptors, and have opened something else; the library would close that.
        guard isInotify(descriptor) || !isOpen(descriptor) else { throw .unavailable(EBADF) }
        // An instance without events takes the place of the parent's: what is left in the library's buffer must be read.
        let empty = inotify_init1(Int32(IN_CLOEXEC))
        guard empty >= 0 else { throw hasLowDescriptorFree() ? .instances : .descriptors }
        if empty != descriptor {
            _ = dup2(empty, descriptor)
            _ = clinux_set_close_on_exec(descriptor)
            close(empty)
        }
        let inherited = InotifyLibrary(descriptor: descriptor)
        while inherited.next() != nil {}
        inherited.stop()
    }

    private static func isOpen(_ descriptor: Int32) -> Bool {
        var status = stat()
        // Unsafe: the address of a local.
        return unsafe fstat(descriptor, &status) == 0
    }

    /// The descriptor is known by what it watches: a file that nobody else can name.
    private static func findDescriptor() throws(WatchLimit) -> Int32 {
        // Unsafe: a static string.
        let probe = unsafe clinux_memfd_create("file-watching-probe")
        guard probe >= 0 else { throw .descriptors }
        defer { close(probe) }
        var status = stat()
        // Unsafe: the address of a local.
        guard unsafe fstat(probe, &status) == 0 else { throw .unavailable(errno) }
        let path = "/proc/self/fd/\(probe)"
        // Unsafe: the string outlives the call; the library copies it.
        guard unsafe inotifytools_watch_file(path, IN_MODIFY) != 0 else {
            switch inotifytools_error() {
            case ENOSPC: throw .watches
            case ENOENT, ENOTDIR: throw .noProc
            case let error: throw .unavailable(error)
            }
        }
        // fdinfo tells devices as the kernel keeps them: 12 bits for the major number, 20 for the minor.
        let device = UInt64(status.st_dev)
        let major = ((device >> 8) & 0xfff) | ((device >> 32) & ~0xfff)
        let minor = (device & 0xff) | ((device >> 12) & 0xfff00)
        let inode = String(UInt64(status.st_ino), radix: 16)
        let wanted = "ino:\(inode) sdev:\(String(major << 20 | minor, radix: 16)) "
        for descriptor in Int32(0)..<1024 where isInotify(descriptor) {
            guard SmallFile.text("/proc/self/fdinfo/\(descriptor)").contains(wanted) else { continue }
            // Until here a child that the program starts in these microseconds inherits the descriptor (and cannot
            // read it without knowing); the library offers no way to ask for close-on-exec at once.
            _ = clinux_set_close_on_exec(descriptor)
            // Unsafe: as above.
            _ = unsafe inotifytools_remove_watch_by_wd(inotifytools_wd_from_filename(path))
            return descriptor
        }
        throw .highDescriptor
    }

    private static func isInotify(_ descriptor: Int32) -> Bool {
        var buffer = [CChar](repeating: 0, count: 32)
        let expected = "anon_inode:inotify"
        // Unsafe: at most 31 bytes are written, so that a zero follows.
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard unsafe readlink("/proc/self/fd/\(descriptor)", buffer.baseAddress!, 31) > 0 else { return false }
            let target = unsafe String(cString: buffer.baseAddress!)
            return target == expected || target == "inotify"
        }
    }

    /// The next descriptor would be one that `select` can take. Sets errno when there is none at all.
    private static func hasLowDescriptorFree() -> Bool {
        errno = 0
        // Unsafe: a static string.
        let descriptor = unsafe clinux_openat(AT_FDCWD, "/", OpenFlags.path, 0)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return descriptor < 1024
    }

    // MARK: Watches

    /// Watches the inode behind an open descriptor and returns the watch's number.
    func add(_ descriptor: Int32, mask: UInt32) throws(KernelError) -> Int32 {
        clinux_hold_forks()
        defer { clinux_release_forks() }
        let path = "/proc\(nextSpelling())/self/fd/\(descriptor)"
        // Unsafe: the string outlives the calls; the library copies it.
        guard unsafe inotifytools_watch_file(path, Int32(bitPattern: mask)) != 0 else {
            throw KernelError(number: inotifytools_error())
        }
        return unsafe inotifytools_wd_from_filename(path)
    }

    /// Lets an existing watch tell more, or less; the kernel alone needs to know.
    /// `false` when the watch is not of this inode any more.
    func change(_ descriptor: Int32, mask: UInt32, of watch: Int32) throws(KernelError) -> Bool {
        // Unsafe: the string outlives the call.
        let number = unsafe inotify_add_watch(self.descriptor, "/proc/self/fd/\(descriptor)", mask)
        if number < 0 { throw KernelError(number: errno) }
        if number != watch { _ = inotify_rm_watch(self.descriptor, number) }
        return number == watch
    }

    /// Ends a watch that is certainly alive.
    func remove(_ watch: Int32) {
        clinux_hold_forks()
        defer { clinux_release_forks() }
        _ = inotifytools_remove_watch_by_wd(watch)
    }

    /// Ends a watch that may have ended by itself. The library's entry stays until the next start.
    func forget(_ watch: Int32) {
        _ = inotify_rm_watch(descriptor, watch)
        waste += 1
    }

    /// A watch ended by itself, or an entry was added for one that existed already.
    func noteWaste() {
        waste += 1
    }

    /// A way to write '/' that no earlier watch of this instance was added under.
    private func nextSpelling() -> String {
        spelling += 1
        var result = ""
        var bits = spelling
        while bits > 0 {
            result += bits & 1 == 0 ? "/" : "/."
            bits >>= 1
        }
        return result
    }

    // MARK: Events

    /// One event, copied out of the library's static buffer.
    struct Event {
        var watch: Int32
        var mask: UInt32
        var name: EntryName?
    }

    /// The next event that has come already, or `nil`. (0 seconds and one event: the only call that never blocks.)
    func next() -> Event? {
        clinux_hold_forks()
        defer { clinux_release_forks() }
        // Unsafe: the event lies in a static buffer until the next call; its name of `len` bytes follows it.
        guard let event = unsafe inotifytools_next_events(0, 1) else { return nil }
        let length = unsafe Int(event.pointee.len)
        var name: EntryName?
        if length > 0 {
            let bytes = unsafe UnsafeRawBufferPointer(
                start: UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size, count: length)
            name = unsafe EntryName(bytes.bindMemory(to: UInt8.self).span)
        }
        return unsafe Event(watch: event.pointee.wd, mask: event.pointee.mask, name: name)
    }
}

/// An error of the kernel, by its number.
struct KernelError: Error {
    var number: Int32
}

extension WatchLimit: Error {}
