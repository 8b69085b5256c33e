import Glibc

/// Where what a file holds is not what it should hold, in whole pages: what the disk and the cache deal in.
enum DifferingPages {
    static var size: Int { 4096 }

    /// The stretches of a text that differ from what a file has in their place, each as long as pages that differ lie side
    /// by side.
    ///
    /// - Parameters:
    ///   - range: which bytes of `text` are looked at; it begins with a page, and ends with one or with the text.
    ///   - held: what the file has from `range`'s beginning on. Where it ends before a page does, that page differs.
    static func stretches(
        of text: Span<UInt8>, in range: Range<Int>, from held: UnsafeRawBufferPointer
    ) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        for page in stride(from: range.lowerBound, to: range.upperBound, by: size) {
            let end = min(page + size, range.upperBound)
            let place = page - range.lowerBound
            // unsafe: both lie within the text and within what is held
            let isSame =
                unsafe place + end - page <= held.count
                && text.withUnsafeBytes {
                    unsafe memcmp($0.baseAddress! + page, held.baseAddress! + place, end - page) == 0
                }
            if isSame { continue }
            if let last = stretches.last, last.upperBound == page {
                stretches[stretches.count - 1] = last.lowerBound..<end
            } else {
                stretches.append(page..<end)
            }
        }
        return stretches
    }
}
