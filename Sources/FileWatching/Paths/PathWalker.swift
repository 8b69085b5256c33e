internal import CLinux
internal import Glibc

/// Walks a path as the kernel does, one component at a time, and notes on what it depends.
///
/// Every directory is opened (`O_PATH`: no permission but to search it is needed, nothing is read) and asked who it is
/// *after* it was opened, so that a watch set through the descriptor is a watch of exactly the directory noted.
package struct PathWalker {
    /// Something that a watch may be wanted for, while a descriptor of it is open.
    package struct Place {
        package var descriptor: Int32
        package var step: PathWalk.Step
        /// What the file is to be watched for, if it is the file at the end rather than a directory.
        package var filePurpose: NeededWatch.Purpose?
        /// Its path, for messages and to find it again.
        package var path: [UInt8]
        /// On a file system whose server may not answer.
        package var isRemote: Bool
    }

    private static let longestChainOfLinks = 40

    private var walk = PathWalk(end: .missing)
    private var directory: Int32
    private var identity = FileIdentity(device: 0, inode: 0)
    private var place: [UInt8] = []
    private var lastDevice: UInt64?
    /// The directory where the walk is was shown, or need not be.
    private var isVisited = true
    private let followsWriting: Bool
    private let visit: (Place) -> Void

    /// Walks `path`; `visit` is called for each step, and for a file that needs a watch of its own.
    package static func walk(
        _ path: WatchedPath, followsWriting: Bool = false, visit: (Place) -> Void = { _ in }
    ) -> PathWalk {
        withoutActuallyEscaping(visit) { visit in
            var walker = PathWalker(followsWriting: followsWriting, visit: visit)
            walker.run(path)
            walker.finish()
            return walker.walk
        }
    }

    private init(followsWriting: Bool, visit: @escaping (Place) -> Void) {
        // Most paths have one step that matters, and thousands of walks are kept.
        walk.steps.reserveCapacity(1)
        self.followsWriting = followsWriting
        self.visit = visit
        directory = -1
    }

    private mutating func finish() {
        leave()
        if directory >= 0 { close(directory) }
    }

    private mutating func run(_ path: WatchedPath) {
        guard enterRoot() else { return }
        var pending = [(components: path.components, position: 0)]
        var links = 0
        while let top = pending.indices.last {
            let components = pending[top].components
            var start = pending[top].position
            while start < components.count, components[start] == 0 { start += 1 }
            guard start < components.count else {
                pending.removeLast()
                continue
            }
            var end = start
            while components[end] != 0 { end += 1 }
            pending[top].position = end
            let isLast = !pending.contains { rest in rest.components[rest.position...].contains { $0 != 0 } }
            let name = components[start...end]
            if name.elementsEqual([UInt8(ascii: "."), 0]) { continue }
            switch follow(name, isLast: isLast) {
            case .on: continue
            case .done: return
            case .link(let target):
                links += 1
                guard links <= Self.longestChainOfLinks else {
                    walk.end = .loop
                    return
                }
                let target = WatchedPath(bytes: target)
                if target.isAbsolute, !enterRoot() { return }
                pending.append((target.components, 0))
            }
        }
        // Nothing but slashes and dots was left: the path names a directory.
        endAtDirectory()
    }

    private enum Next {
        case on
        case done
        case link([UInt8])
    }

    private mutating func follow(_ name: ArraySlice<UInt8>, isLast: Bool) -> Next {
        if name.elementsEqual([UInt8(ascii: "."), UInt8(ascii: "."), 0]) {
            leave()
            if let slash = place.lastIndex(of: UInt8(ascii: "/")) { place.removeSubrange(slash...) }
            return enter(name, appending: false) ? .on : .done
        }
        let entry = EntryName(name.span)
        var status = stat()
        // Unsafe: the name is a C string inside its buffer, which outlives the call.
        let result = unsafe name.withUnsafeBytes { bytes in
            unsafe fstatat(
                directory, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), &status, AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0 else {
            let error = errno
            note(entry, isLast: isLast)
            walk.end = .failed(error)
            if error == ENOENT { noteParent() }
            return .done
        }
        switch status.st_mode & S_IFMT {
        case S_IFLNK:
            note(entry, isLast: false)
            guard let target = link(name) else {
                // No link any more, or one to nothing.
                let error = errno
                walk.end = error == EINVAL || error == 0 ? .missing : .failed(error)
                return .done
            }
            return .link(target)
        case S_IFDIR where !isLast:
            return enter(name, appending: true) ? .on : .done
        case _ where !isLast:
            note(entry, isLast: false)
            walk.end = .throughFile
            return .done
        default:
            note(entry, isLast: true)
            endAtFile(name, status)
            return .done
        }
    }

    // MARK: Steps

    private mutating func note(_ entry: EntryName, isLast: Bool) {
        let step = PathWalk.Step(directory: identity, entry: entry, isLast: isLast)
        walk.steps.append(step)
        visitDirectory(step)
    }

    /// A directory is shown once it is known whether the path only goes through it: one call to the kernel, not two.
    private mutating func leave() {
        if !isVisited { visitDirectory(PathWalk.Step(directory: identity)) }
    }

    private mutating func visitDirectory(_ step: PathWalk.Step) {
        isVisited = true
        visit(
            Place(
                descriptor: directory, step: step, path: place,
                isRemote: walk.silentFileSystem != nil))
    }

    /// A directory that somebody holds open (as its working directory, say) tells of its end only when it is let go.
    /// Only an empty one can be deleted, so where the path ends in one, its name in its parent is an entry too.
    private mutating func noteParent() {
        guard let slash = place.lastIndex(of: UInt8(ascii: "/")) else { return }
        guard let parent = open([46, 46, 0], OpenFlags.path) else { return noteShortage() }
        defer { close(parent) }
        var status = stat()
        // Unsafe: the address of a local.
        guard unsafe fstat(parent, &status) == 0 else { return }
        let name = Array(place[(slash + 1)...])
        let step = PathWalk.Step(
            directory: FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)),
            entry: EntryName(name.span))
        walk.steps.append(step)
        visit(
            Place(
                descriptor: parent, step: step, path: Array(place[..<slash]),
                isRemote: walk.silentFileSystem != nil))
    }

    private mutating func endAtFile(_ name: ArraySlice<UInt8>, _ status: stat) {
        // Unsafe: as above, the name outlives the call.
        let isMountRoot = unsafe name.withUnsafeBytes { bytes in
            unsafe clinux_is_mount_root(directory, bytes.baseAddress!.assumingMemoryBound(to: CChar.self)) == 1
        }
        var state = FileState(status, isMountRoot: isMountRoot)
        walk.end = .found(state)
        noteFileSystem(of: nil, device: state.identity.device, name: name)
        guard walk.isComplete else { return }
        guard let purpose = state.purposeOfItsOwnWatch(followsWriting: followsWriting) else { return }
        guard let descriptor = open(name, OpenFlags.path | O_NOFOLLOW) else { return noteShortage() }
        defer { close(descriptor) }
        var opened = stat()
        // Unsafe: the address of a local.
        guard unsafe fstat(descriptor, &opened) == 0 else { return }
        state = FileState(opened, isMountRoot: isMountRoot)
        walk.end = .found(state)
        let path = place + [UInt8(ascii: "/")] + name.dropLast()
        visit(
            Place(
                descriptor: descriptor, step: PathWalk.Step(directory: state.identity), filePurpose: purpose,
                path: path, isRemote: walk.silentFileSystem != nil))
    }

    private mutating func endAtDirectory() {
        var status = stat()
        // Unsafe: the address of a local.
        guard unsafe fstat(directory, &status) == 0 else { return }
        walk.end = .found(FileState(status, isMountRoot: false))
    }

    private mutating func enterRoot() -> Bool {
        // Unsafe: a static string.
        let descriptor = unsafe clinux_openat(AT_FDCWD, "/", OpenFlags.path | O_DIRECTORY, 0)
        leave()
        place = []
        return move(to: descriptor, isRoot: true)
    }

    private mutating func enter(_ name: ArraySlice<UInt8>, appending: Bool) -> Bool {
        guard let descriptor = open(name, OpenFlags.path | O_DIRECTORY | O_NOFOLLOW) else {
            // It was a directory a moment ago: another walk will tell what it is now.
            let error = errno
            note(EntryName(name.span), isLast: false)
            walk.end = error == ENOTDIR || error == ELOOP ? .missing : .failed(error)
            return false
        }
        leave()
        if appending {
            place.append(UInt8(ascii: "/"))
            place.append(contentsOf: name.dropLast())
        }
        return move(to: descriptor, isRoot: false)
    }

    private mutating func move(to descriptor: Int32, isRoot: Bool) -> Bool {
        var status = stat()
        // Unsafe: the address of a local.
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
            walk.end = .failed(errno)
            if descriptor >= 0 { close(descriptor) }
            return false
        }
        if directory >= 0 { close(directory) }
        directory = descriptor
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        noteFileSystem(of: descriptor, device: identity.device, name: [])
        // The root neither goes nor is renamed.
        isVisited = isRoot
        if !isRoot { walk.steps.append(PathWalk.Step(directory: identity)) }
        return true
    }

    /// Asks for the type of the file system where the walk crosses into one.
    private mutating func noteFileSystem(of descriptor: Int32?, device: UInt64, name: ArraySlice<UInt8>) {
        guard lastDevice != device else { return }
        lastDevice = device
        let opened = descriptor == nil ? open(name, OpenFlags.path | O_NOFOLLOW) : descriptor
        guard let opened else { return noteShortage() }
        defer { if descriptor == nil { close(opened) } }
        if let silent = FileSystemType.silentName(clinux_file_system_type(opened)) {
            walk.silentFileSystem = silent
        }
    }

    /// Something besides the path itself could not be opened. If there are no descriptors, what would have been found of it
    /// is not known; else it went, and there are events of that.
    private mutating func noteShortage() {
        let end = PathWalk.End.failed(errno)
        if case .cutOff = end { walk.end = end }
    }

    // MARK: Calls

    private func open(_ name: ArraySlice<UInt8>, _ flags: Int32) -> Int32? {
        // Unsafe: the name is a C string inside its buffer, which outlives the call.
        let descriptor = unsafe name.withUnsafeBytes { bytes in
            unsafe clinux_openat(directory, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), flags, 0)
        }
        return descriptor >= 0 ? descriptor : nil
    }

    private func link(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        // Unsafe: the buffer is as long as told to readlinkat, and only what it filled is kept.
        let target = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            let length = unsafe name.withUnsafeBytes { bytes in
                unsafe readlinkat(
                    directory, bytes.baseAddress!.assumingMemoryBound(to: CChar.self),
                    UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self), Int(PATH_MAX))
            }
            count = max(length, 0)
        }
        return target.isEmpty ? nil : target
    }
}
