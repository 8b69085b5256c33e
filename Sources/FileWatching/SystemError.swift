internal import Glibc

/// The C library's words for an error number.
enum SystemError {
    static func text(_ error: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        // Unsafe: strerror_r writes at most as many bytes as it is told, and a zero.
        let text = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String in
            guard unsafe strerror_r(error, buffer.baseAddress!, buffer.count) == 0 else { return "error \(error)" }
            return unsafe String(cString: buffer.baseAddress!)
        }
        return text
    }
}
