/// Strings with escapes of one letter only (quotes, newlines, tabs), which nearly all strings with escapes are.
enum SimpleEscapes {
    /// The text, or nil where there is an escape of another kind.
    static func resolved(_ content: UnsafeBufferPointer<UInt8>) -> String? {
        var isSimple = true
        let text = unsafe String(unsafeUninitializedCapacity: content.count) { target in
            var (read, written) = (0, 0)
            // No escape is longer than what it stands for, so `target` has room; reads stay within `content`.
            while read < content.count {
                let byte = unsafe content[read]
                if byte != UInt8(ascii: "\\") {
                    unsafe target[written] = byte
                    read += 1
                } else {
                    guard read + 1 < content.count, let escaped = unsafe letter(content[read + 1]) else {
                        isSimple = false
                        return 0
                    }
                    unsafe target[written] = escaped
                    read += 2
                }
                written += 1
            }
            return written
        }
        return isSimple ? text : nil
    }

    private static func letter(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        default: nil
        }
    }
}
