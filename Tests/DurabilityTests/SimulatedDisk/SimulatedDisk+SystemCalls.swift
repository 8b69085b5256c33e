import Glibc

@testable import SettingsStore

extension SimulatedDisk: SystemCalls {
    func open(_ name: String, at directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        try change { state throws(SystemError) in
            let inode: UInt64
            var isWriting = false
            switch mode {
            case .read, .readNoFollow, .directory: inode = try state.inode(of: name)
            case .readWriteNoFollow, .writeNoFollow:
                inode = try state.inode(of: name)
                isWriting = true
            case .createNew(let mode), .createNewReadWrite(let mode):
                if state.contents.directory.entries[name] != nil { throw SystemError(EEXIST) }
                inode = state.create(name, mode: mode)
                isWriting = true
            }
            // A storage never opens for writing what it has a lease on.
            let isLeased = state.open.values.contains { $0.inode == inode && $0.lease != .none }
            precondition(!(isWriting && isLeased), "would wait for ever")
            let number = state.nextDescriptor
            state.nextDescriptor += 1
            state.open[number] = Open(inode: inode, isWriting: isWriting)
            return Descriptor(number)
        }
    }

    func close(_ file: Descriptor) {
        state.withLock { state in
            state.releaseLease(file.number)
            if let inode = state.open.removeValue(forKey: file.number)?.inode, state.locks[inode] == file.number {
                state.locks[inode] = nil
            }
        }
    }

    func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        try change { state throws(SystemError) in try state.status(try state.inode(file)) }
    }

    func status(of name: String, at directory: Descriptor, following: Bool) throws(SystemError) -> FileStatus {
        try change { state throws(SystemError) in try state.status(try state.inode(of: name)) }
    }

    func traits(of name: String, at directory: Descriptor) throws(SystemError) -> FileTraits { [] }

    func readLink(_ name: String, at directory: Descriptor) throws(SystemError) -> String { throw SystemError(EINVAL) }

    func read(_ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, from offset: Int64) throws(SystemError)
        -> Int
    {
        try change { state throws(SystemError) in
            let bytes = state.contents.files[try state.inode(file)]?.bytes ?? []
            let part = bytes.dropFirst(Int(offset)).prefix(buffer.count)
            buffer.copyBytes(from: part)
            return part.count
        }
    }

    func write(_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        try changeFile(file) { contents, clock in
            let end = Int(offset) + bytes.count
            if contents.bytes.count < end { contents.bytes += [UInt8](repeating: 0, count: end - contents.bytes.count) }
            contents.bytes.replaceSubrange(Int(offset)..<end, with: bytes)
            contents.metadata.modified = clock
            return bytes.count
        }
    }

    func truncate(_ file: Descriptor, to size: Int64) throws(SystemError) {
        try changeFile(file) { contents, clock in
            contents.bytes = Array(contents.bytes.prefix(Int(size)))
            contents.metadata.modified = clock
        }
    }

    func setMode(_ file: Descriptor, _ mode: UInt32) throws(SystemError) {
        try changeFile(file) { contents, _ in contents.metadata.mode = mode }
    }

    func setOwner(_ file: Descriptor, owner: UInt32?, group: UInt32?) throws(SystemError) {
        try changeFile(file) { contents, _ in
            contents.metadata.owner = owner ?? contents.metadata.owner
            contents.metadata.group = group ?? contents.metadata.group
        }
    }

    func attributes(of file: Descriptor) throws(SystemError) -> [ExtendedAttribute] {
        try changeFile(file) { contents, _ in contents.metadata.attributes }
    }

    func setAttribute(_ file: Descriptor, _ attribute: ExtendedAttribute) throws(SystemError) {
        try changeFile(file) { contents, _ in
            contents.metadata.attributes.removeAll { $0.name == attribute.name }
            contents.metadata.attributes.append(attribute)
        }
    }

    func removeAttribute(_ file: Descriptor, _ name: String) throws(SystemError) {
        try changeFile(file) { contents, _ in contents.metadata.attributes.removeAll { $0.name == name } }
    }

    func synchronize(_ file: Descriptor) throws(SystemError) {
        try change { state throws(SystemError) in
            let inode = try state.inode(file)
            if inode == DiskContents.root {
                if !ignored.contains(.directory) { state.contents.directory.flush() }
            } else if !ignored.contains(.file) {
                state.contents.files[inode]?.flush()
            }
            state.changes += 1
        }
    }

    func exchange(_ a: String, _ b: String, at directory: Descriptor) throws(SystemError) {
        try change { state throws(SystemError) in
            let (first, second) = (try state.inode(of: a), try state.inode(of: b))
            state.rename([a: second, b: first])
        }
    }

    func renameNew(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try change { state throws(SystemError) in
            let inode = try state.inode(of: old)
            if state.contents.directory.entries[new] != nil { throw SystemError(EEXIST) }
            state.rename([old: nil, new: inode])
        }
    }

    func rename(_ old: String, to new: String, at directory: Descriptor) throws(SystemError) {
        try change { state throws(SystemError) in state.rename([old: nil, new: try state.inode(of: old)]) }
    }

    func unlink(_ name: String, at directory: Descriptor) throws(SystemError) {
        try change { state throws(SystemError) in
            _ = try state.inode(of: name)
            state.rename([name: nil])
        }
    }

    func makeDirectory(_ name: String, at directory: Descriptor, mode: UInt32) throws(SystemError) {
        throw SystemError(EEXIST)
    }

    func names(in directory: Descriptor) throws(SystemError) -> [String] {
        try change { state in state.contents.names }
    }

    func tryLock(_ file: Descriptor) throws(SystemError) -> Bool {
        try change { state throws(SystemError) in
            let inode = try state.inode(file)
            if let holder = state.locks[inode], holder != file.number { return false }
            state.locks[inode] = file.number
            return true
        }
    }

    func waitForLock(_ file: Descriptor) throws(SystemError) {
        if try !tryLock(file) { throw SystemError(EDEADLK) }
    }

    func unlock(_ file: Descriptor) {
        state.withLock { state in
            guard let inode = state.open[file.number]?.inode, state.locks[inode] == file.number else { return }
            state.locks[inode] = nil
        }
    }

    func takeReadLease(_ file: Descriptor) throws(SystemError) {
        if !hasLeases { throw SystemError(EINVAL) }
        try change { state throws(SystemError) in
            let inode = try state.inode(file)
            if state.open.values.contains(where: { $0.inode == inode && $0.isWriting }) { throw SystemError(EAGAIN) }
            state.open[file.number]?.lease = .whole
        }
    }

    func takeWriteLease(_ file: Descriptor) throws(SystemError) {
        if !hasLeases { throw SystemError(EINVAL) }
        try change { state throws(SystemError) in
            let inode = try state.inode(file)
            if state.open.contains(where: { $0.key != file.number && $0.value.inode == inode }) {
                throw SystemError(EAGAIN)
            }
            state.open[file.number]?.lease = .whole
        }
    }

    func isLeaseWhole(_ file: Descriptor) -> Bool { state.withLock { $0.open[file.number]?.lease == .whole } }

    func releaseLease(_ file: Descriptor) {
        state.withLock { state in
            state.contents.clock += 1000
            state.releaseLease(file.number)
        }
    }

    func now() -> Int64 { state.withLock { $0.contents.clock } }

    func pause(nanoseconds: Int64) { state.withLock { $0.contents.clock += nanoseconds } }

    private func changeFile<Result>(
        _ file: Descriptor, _ body: (inout DiskContents.File, Int64) -> Result
    ) throws(SystemError) -> Result {
        try change { state throws(SystemError) in
            let inode = try state.inode(file)
            guard var contents = state.contents.files[inode] else { throw SystemError(EBADF) }
            let result = body(&contents, state.contents.clock)
            if contents != state.contents.files[inode] {
                state.contents.files[inode] = contents
                state.changes += 1
            }
            return result
        }
    }
}

extension SimulatedDisk.State {
    func inode(_ file: Descriptor) throws(SystemError) -> UInt64 {
        guard let open = open[file.number] else { throw SystemError(EBADF) }
        return open.inode
    }

    mutating func rename(_ change: DiskContents.Change) {
        contents.directory.apply(change)
        changes += 1
    }
}
