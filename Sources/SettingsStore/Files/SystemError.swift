import CLinux
import Glibc

/// The `errno` of a system call that failed.
package struct SystemError: Error, Hashable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// What the C library says of it.
    package var text: String {
        var buffer = [CChar](repeating: 0, count: 128)
        // unsafe: GNU strerror_r fills at most the buffer it is given and returns a terminated string
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard let text = unsafe clinux_strerror(number, buffer.baseAddress!, buffer.count) else {
                return "error \(number)"
            }
            return unsafe String(cString: text)
        }
    }
}
