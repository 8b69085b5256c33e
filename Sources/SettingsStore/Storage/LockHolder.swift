import Glibc

/// The process that holds a lock. The kernel does not tell it with the lock (an open file description has no process),
/// but each process's list of descriptors does.
struct LockHolder: Hashable {
    var process: Int32
    var name: String?

    /// Looks through the processes that this one may see into; nil when none of them holds it.
    static func find(_ lock: String, at directory: Descriptor, _ calls: any SystemCalls) -> LockHolder? {
        guard let status = try? calls.status(of: lock, at: directory, following: false),
            let processes = names("/proc")
        else { return nil }
        let own = getpid()
        for process in processes.compactMap(Int32.init) where process != own {
            for descriptor in names("/proc/\(process)/fdinfo") ?? [] {
                guard let info = text("/proc/\(process)/fdinfo/\(descriptor)"), info.contains("lock:") else { continue }
                // The lock line ends in the file's device and inode: `lock: 1: OFDLCK ADVISORY WRITE -1 fe:00:42 0 EOF`.
                guard info.contains(":\(status.inode) ") else { continue }
                let name = text("/proc/\(process)/comm").map { String($0.prefix { $0 != "\n" }) }
                return LockHolder(process: process, name: name)
            }
        }
        return nil
    }

    private static func names(_ path: String) -> [String]? {
        let calls = LinuxSystemCalls()
        guard let directory = try? calls.open(path, at: .currentDirectory, .directory) else { return nil }
        defer { calls.close(directory) }
        return try? calls.names(in: directory)
    }

    private static func text(_ path: String) -> String? {
        let calls = LinuxSystemCalls()
        guard let file = try? calls.open(path, at: .currentDirectory, .read) else { return nil }
        defer { calls.close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        // unsafe: filled up to the count that is returned
        guard let count = unsafe buffer.withUnsafeMutableBytes({ try? unsafe calls.read(file, into: $0, from: 0) })
        else {
            return nil
        }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
