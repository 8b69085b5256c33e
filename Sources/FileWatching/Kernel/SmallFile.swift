internal import CLinux
internal import Glibc

/// Reads the small files that the kernel writes about itself.
enum SmallFile {
    /// The first 64 KiB as text; empty where there is nothing to read.
    static func text(_ path: String) -> String {
        // Unsafe: the string outlives the call.
        let descriptor = unsafe clinux_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        let capacity = 65_536
        // Unsafe: at most `capacity` bytes are written, and only those are kept.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = max(unsafe read(descriptor, buffer.baseAddress!, capacity), 0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
