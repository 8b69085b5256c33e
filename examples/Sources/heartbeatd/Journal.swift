import Glibc

/// Log lines on standard error, with the priorities that journald takes off again: `<6>beat 12`.
actor Journal {
    private var level = LogLevel.info

    /// Leaves out what is less important from now on.
    func show(from level: LogLevel) { self.level = level }

    func log(_ level: LogLevel, _ message: String) {
        guard level.priority <= self.level.priority else { return }
        // A line of its own for each line, so that each has a priority.
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        write(lines.map { "<\(level.priority)>\($0)\n" }.joined())
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            // unsafe: the buffer is the array's own, for the length of the call
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                // Nobody reads the log; the service goes on.
                return
            }
        }
    }
}
