import Glibc

/// Sends datagrams.
struct Sender {
    /// Sends one; gives what went wrong, or nil.
    func send(_ text: String, to host: String, port: UInt16) -> String? {
        // unsafe: a structure of C, with nothing in it yet
        var hints = unsafe addrinfo()
        // Numeric only: a name would have to be asked for, and that can take its time.
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        // unsafe: the list is freed below, and nothing of it outlives this call
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard failure == 0, let address = unsafe list else { return unsafe String(cString: gai_strerror(failure)) }
        defer { unsafe freeaddrinfo(list) }
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(address.pointee.ai_family, type, 0)
        if descriptor < 0 { return Self.latestError }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        // unsafe: as above
        let count = unsafe sendto(
            descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), address.pointee.ai_addr,
            address.pointee.ai_addrlen)
        return count < 0 ? Self.latestError : nil
    }

    // unsafe: copied at once
    private static var latestError: String { unsafe String(cString: strerror(errno)) }
}
