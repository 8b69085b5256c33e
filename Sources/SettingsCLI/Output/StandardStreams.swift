import CLinux
import Glibc
import SettingsStore

/// Standard output and standard error, written to whole and at once.
enum StandardStreams {
    /// Writes to standard output.
    ///
    /// - Parameter end: a descriptor that becomes readable when it is time to stop, or -1.
    /// - Returns: nil, or the number of the error; `ECANCELED` when `end` came first, and all lines that were begun are whole;
    ///   `ETIMEDOUT` where the last one is not.
    static func write(_ text: String, end: Int32 = -1) -> Int32? {
        write(text, to: STDOUT_FILENO, end: end)
    }

    /// Writes whole lines to standard error. Where that fails there is nobody to tell.
    static func report(_ text: String, end: Int32 = -1) {
        _ = write(text + "\n", to: STDERR_FILENO, end: end)
    }

    /// How long at most whoever reads is given to make room for the rest of a line, in milliseconds.
    private static var patience: Int32 { 5000 }

    private static func write(_ text: String, to descriptor: Int32, end: Int32) -> Int32? {
        var text = text
        // The buffer does not leave the call.
        let failure = text.withUTF8 { unsafe clinux_write_all(descriptor, $0.baseAddress, $0.count, end, patience) }
        return failure == 0 ? nil : failure
    }
}
