import Glibc

/// The process that holds a lock. The kernel does not tell it with the lock (an open file description has no process),
/// but each process's list of descriptors does.
struct LockHolder: Hashable {
    var process: Int32
    var name: String?

    /// Looks through the processes that this one may see into; nil when none of them holds it.
    static func find(_ lock: String, at directory: Descriptor, _ calls: any SystemCalls) -> LockHolder? {
        guard let status = try? calls.status(of: lock, at: directory, following: false)
        else { return nil }
        let own = getpid()
        for process in ProcFile.names(in: "/proc").compactMap(Int32.init) where process != own {
            for descriptor in ProcFile.names(in: "/proc/\(process)/fdinfo") {
                guard let info = ProcFile.text("/proc/\(process)/fdinfo/\(descriptor)"), info.contains("lock:") else {
                    continue
                }
                // The lock line ends in the file's device and inode: `lock: 1: OFDLCK ADVISORY WRITE -1 fe:00:42 0 EOF`.
                guard info.contains(":\(status.inode) ") else { continue }
                let name = ProcFile.text("/proc/\(process)/comm").map { String($0.prefix { $0 != "\n" }) }
                return LockHolder(process: process, name: name)
            }
        }
        return nil
    }
}
