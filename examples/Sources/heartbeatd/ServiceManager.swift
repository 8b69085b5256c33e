import Glibc

/// Tells systemd how the service stands: one datagram each on the socket that `$NOTIFY_SOCKET` names (see
/// sd_notify(3)). Where there is none, nobody wants to know.
struct ServiceManager: Sendable {
    private let path: String?

    init() {
        // unsafe: copied at once
        path = unsafe getenv("NOTIFY_SOCKET").map { unsafe String(cString: $0) }
    }

    func ready() { notify("READY=1") }
    func stopping() { notify("STOPPING=1") }

    /// To be followed by `ready()`; with `Type=notify-reload` the time tells systemd which reload this is.
    func reloading() {
        var now = timespec()
        // unsafe: a pointer to a local for the length of the call
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    private func notify(_ state: String) {
        guard let path, path.hasPrefix("/") || path.hasPrefix("@") else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        // A name that begins with @ is one in the abstract namespace, where it begins with a zero.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { return }
        // unsafe: `name` is shorter than the field that it is copied to
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = MemoryLayout.size(ofValue: address) - room + name.count

        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(state.utf8)
        // unsafe: a pointer to a local for the length of the call
        unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                // A manager that does not listen is no reason to stop.
                _ = unsafe sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(length))
            }
        }
    }
}
