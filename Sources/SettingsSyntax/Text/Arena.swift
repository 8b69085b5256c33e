import Glibc

/// Memory for the text or the tape of one document: plain, uninitialised, of one owner.
///
/// Large ones come straight from the kernel: pages that are never touched cost nothing, so a generous first estimate of
/// the tape is free, and huge pages halve the time of filling ten megabytes.
@safe
struct Arena {
    /// From here on memory is mapped rather than taken from the heap.
    static let mappedFrom = 1 << 18

    let base: UnsafeMutableRawPointer
    /// Bytes that were asked for.
    let size: Int
    /// Bytes of the mapping, or 0 when it comes from the heap.
    let mapped: Int

    init(size: Int) {
        self.size = size
        guard size >= Self.mappedFrom else {
            unsafe base = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 16)
            mapped = 0
            return
        }
        let hugePage = 1 << 21
        let wanted =
            size < 2 * hugePage ? Self.roundedUp(size, to: 4096) : Self.roundedUp(size, to: hugePage) + hugePage
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let start = unsafe mmap(nil, wanted, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe start != MAP_FAILED
        else {
            unsafe base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            mapped = 0
            return
        }
        if size < 2 * hugePage {
            unsafe base = start
            mapped = wanted
        } else {
            // Aligned by giving back what lies before the first boundary, so that the kernel can use huge pages.
            let address = Int(bitPattern: start)
            let skipped = Self.roundedUp(address, to: hugePage) - address
            if skipped > 0 { unsafe munmap(start, skipped) }
            unsafe base = start + skipped
            mapped = wanted - skipped
            unsafe madvise(base, mapped, MADV_HUGEPAGE)
        }
    }

    /// Gives back what lies beyond the first `used` bytes. The result takes the place of `self`.
    func shrunk(to used: Int) -> Arena {
        if mapped > 0 {
            let kept = Self.roundedUp(max(used, 1), to: 4096)
            if kept < mapped { unsafe munmap(base + kept, mapped - kept) }
            return unsafe Arena(base: base, size: used, mapped: min(kept, mapped))
        }
        if used + 256 >= size { return self }
        let copy = Arena(size: used)
        unsafe copy.base.copyMemory(from: base, byteCount: used)
        free()
        return copy
    }

    /// A larger one with the first `used` bytes of this one, which is given back.
    func grown(to size: Int, used: Int) -> Arena {
        let copy = Arena(size: size)
        unsafe copy.base.copyMemory(from: base, byteCount: used)
        free()
        return copy
    }

    func free() {
        // Only the owner calls it, once.
        if mapped > 0 { unsafe munmap(base, mapped) } else { unsafe base.deallocate() }
    }

    private init(base: UnsafeMutableRawPointer, size: Int, mapped: Int) {
        unsafe self.base = base
        self.size = size
        self.mapped = mapped
    }

    private static func roundedUp(_ size: Int, to unit: Int) -> Int { (size + unit - 1) / unit * unit }
}
