import Foundation
import Glibc

/// What a program written by hand does: block in `read` on an inotify descriptor, then read the file.
final class BareLoop {
    private let descriptor: Int32
    private let path: String
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(directory: String, name: String) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        inotify_add_watch(descriptor, directory, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO))
        path = directory + "/" + name
    }

    deinit { close(descriptor) }

    /// Waits for an event of the file and reads it.
    func next() -> [UInt8] {
        let name = Array(path.split(separator: "/").last!.utf8)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            // struct inotify_event: wd, mask, cookie, len, each of four bytes, then the name with NULs behind it.
            var offset = 0
            var isOurs = false
            while offset + 16 <= count {
                let length = buffer[(offset + 12)..<(offset + 16)].reversed().reduce(0) { $0 << 8 | Int($1) }
                if buffer[(offset + 16)..<(offset + 16 + length)].prefix(while: { $0 != 0 }).elementsEqual(name) {
                    isOurs = true
                }
                offset += 16 + length
            }
            if isOurs { return contents() }
        }
    }

    private func contents() -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let count = read(file, &buffer, buffer.count)
        return Array(buffer[..<max(count, 0)])
    }
}
