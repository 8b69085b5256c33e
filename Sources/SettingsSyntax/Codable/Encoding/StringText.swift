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
            unsafe writeShort(&source, end, &target)
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

    /// Writes what is left at once where it is 4 to 15 bytes with nothing to escape, by words that may overlap.
    @inline(__always)
    private static func writeShort(
        _ source: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ target: inout UnsafeMutablePointer<UInt8>
    ) {
        let count = unsafe end - source
        let (from, to) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
        if count >= 16 || count < 4 { return }
        if count >= 8 {
            let (first, last) = unsafe (
                from.loadUnaligned(as: UInt64.self), from.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            )
            guard isPlain(first), isPlain(last) else { return }
            unsafe to.storeBytes(of: first, as: UInt64.self)
            unsafe to.storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
        } else {
            let (first, last) = unsafe (
                from.loadUnaligned(as: UInt32.self), from.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            )
            guard isPlain(UInt64(first) | UInt64(last) << 32) else { return }
            unsafe to.storeBytes(of: first, as: UInt32.self)
            unsafe to.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
        }
        unsafe source = end
        unsafe target += count
    }

    /// Whether none of eight bytes needs an escape. (Beside one that does, others may be taken for such too.)
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ 0x2222_2222_2222_2222
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let found =
            (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- 0x2020_2020_2020_2020) & ~word
        return found & 0x8080_8080_8080_8080 == 0
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
