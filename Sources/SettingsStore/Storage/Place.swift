import Glibc

/// A settings file's name in its own directory, with that directory held open: every step of a transaction is relative
/// to it, so that no path or link swapped in between can send a write elsewhere.
struct Place {
    let directory: Descriptor
    let name: String
    let identity: PlaceIdentity
    /// Whose files count here.
    let trust: DirectoryTrust
    /// The directory's path, for messages alone.
    let directoryPath: String

    /// The path of a file beside this one, for messages alone.
    func path(of neighbour: String) -> String {
        directoryPath == "/" ? "/" + neighbour : directoryPath + "/" + neighbour
    }

    /// Follows `path` as the kernel would, to the last link's end: the file is replaced there, and the links stay.
    ///
    /// - Parameter createsDirectories: make what is missing of the directories, mode 0700.
    static func resolve(_ path: String, createsDirectories: Bool, _ calls: any SystemCalls) throws(SystemError) -> Place
    {
        var (directoryPath, name) = FilePath.split(path)
        if createsDirectories { try makeDirectories(directoryPath, calls) }
        var directory = try calls.open(directoryPath, at: .currentDirectory, .directory)
        var shown = directoryPath
        do throws(SystemError) {
            // The kernel's own limit for links in one path: forty, and then the file.
            for _ in 0...40 {
                guard let target = try linkTarget(name, at: directory, calls) else {
                    let status = try calls.status(of: directory)
                    return Place(
                        directory: directory, name: name,
                        identity: PlaceIdentity(device: status.device, inode: status.inode, name: name),
                        trust: DirectoryTrust(status),
                        directoryPath: shown)
                }
                (directoryPath, name) = FilePath.split(target)
                // A link to a directory, or one that ends in a dot: not a file's name.
                if name.isEmpty || name == "." || name == ".." { throw SystemError(EISDIR) }
                let next = try calls.open(directoryPath, at: directory, .directory)
                calls.close(directory)
                directory = next
                if directoryPath.hasPrefix("/") {
                    shown = directoryPath
                } else if directoryPath != "." {
                    shown += "/" + directoryPath
                }
            }
            throw SystemError(ELOOP)
        } catch {
            calls.close(directory)
            throw error
        }
    }

    private static func linkTarget(
        _ name: String, at directory: Descriptor, _ calls: any SystemCalls
    ) throws(SystemError) -> String? {
        do throws(SystemError) {
            let status = try calls.status(of: name, at: directory, following: false)
            return status.kind == .link ? try calls.readLink(name, at: directory) : nil
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
    }

    /// `mkdir -p` with mode 0700, each new name made durable.
    private static func makeDirectories(_ path: String, _ calls: any SystemCalls) throws(SystemError) {
        do throws(SystemError) {
            _ = try calls.status(of: path, at: .currentDirectory, following: true)
            return
        } catch {
            if error.number != ENOENT { throw error }
        }
        let (parent, name) = FilePath.split(path)
        try makeDirectories(parent, calls)
        let directory = try calls.open(parent, at: .currentDirectory, .directory)
        defer { calls.close(directory) }
        do throws(SystemError) {
            try calls.makeDirectory(name, at: directory, mode: 0o700)
            try calls.synchronize(directory)
        } catch {
            if error.number != EEXIST { throw error }
        }
    }
}
