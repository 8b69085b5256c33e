/// Strings as JSON has them.
enum StringText {
    /// Writes a text with its quotes and escapes; only what JSON demands is escaped. There must be room for six bytes
    /// a byte and two more.
    ///
    /// - Returns: The first byte behind.
    @inline(__always)
    static func write(
        _ text: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var target = unsafe start
        unsafe target.pointee = UInt8(ascii: "\"")
        unsafe target += 1
        if var source = text.baseAddress {
            // Reads stay within the text, writes within the room that the caller has made.
            let end = unsafe source + text.count
            let (control, quote, backslash) = (
                SIMD16<UInt8>(repeating: 0x20), SIMD16<UInt8>(repeating: UInt8(ascii: "\"")),
                SIMD16<UInt8>(repeating: UInt8(ascii: "\\"))
            )
            while unsafe end - source >= 16 {
                let block = unsafe UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt8>.self)
                let special: SIMDMask<SIMD16<Int8>> =
                    (block .< control) .| (block .== quote) .| (block .== backslash)
                if special != SIMDMask(repeating: false) { break }
                unsafe UnsafeMutableRawPointer(target).storeBytes(of: block, as: SIMD16<UInt8>.self)
                unsafe source += 16
                unsafe target += 16
            }
            while unsafe source < end {
                let byte = unsafe source.pointee
                if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    unsafe target.pointee = byte
                    unsafe target += 1
                } else {
                    unsafe target = escape(byte, to: target)
                }
                unsafe source += 1
            }
        }
        unsafe target.pointee = UInt8(ascii: "\"")
        return unsafe target + 1
    }

    @inline(never)
    private static func escape(_ byte: UInt8, to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default: letter = UInt8(ascii: "u")
        }
        // Six bytes of room for each, by the caller.
        unsafe start[0] = UInt8(ascii: "\\")
        unsafe start[1] = letter
        guard letter == UInt8(ascii: "u") else { return unsafe start + 2 }
        unsafe start[2] = UInt8(ascii: "0")
        unsafe start[3] = UInt8(ascii: "0")
        unsafe start[4] = UInt8(ascii: "0") + byte >> 4
        unsafe start[5] = byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10
        return unsafe start + 6
    }
}
