import Glibc

/// Memory for the text or the tape of one document: plain, uninitialised, of one owner.
///
/// Large ones come straight from the kernel and are kept for the next (`SpareArenas`): the heap of a thread other than the
/// main one gives such pages back each time, and to have them cleared anew takes as long as filling them. The largest are
/// in huge pages, which halves the time of filling ten megabytes. Those of ordinary size come from the heap.
@safe
struct Arena: @unchecked Sendable {
    // Proof of `Sendable`: a value of a pointer and two numbers; its one owner sees to who touches the memory.

    /// From here on memory of a size that is known is mapped rather than taken from the heap.
    static let mappedFrom = 128 << 10
    /// From here on it is in huge pages; and what only grows to this size on its way to another is mapped as well.
    private static let hugeFrom = 1 << 20

    let base: UnsafeMutableRawPointer
    /// Bytes that were asked for.
    let size: Int
    /// Bytes of the mapping, or 0 when it comes from the heap.
    let mapped: Int

    /// - Parameter isPassing: memory that is probably soon exchanged for larger.
    init(size: Int, isPassing: Bool = false) {
        let mappedFrom = isPassing ? Self.hugeFrom : Self.mappedFrom
        if size >= mappedFrom, let mapping = SpareArenas.take(size) ?? Self.mapping(size) {
            self = mapping
        } else {
            // The heap's; its owner frees it.
            self = unsafe Arena(
                base: UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 16), size: size, mapped: 0)
        }
    }

    /// Memory straight from the kernel, or nil where it gives none.
    private static func mapping(_ size: Int) -> Arena? {
        let isHuge = size >= hugeFrom
        // Room for the first boundary of a huge page, wherever that lies.
        let wanted = isHuge ? roundedUp(size, to: hugePage) + hugePage : roundedUp(size, to: page)
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let start = unsafe mmap(nil, wanted, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe start != MAP_FAILED
        else { return nil }
        guard isHuge else { return unsafe Arena(base: start, size: size, mapped: wanted) }
        // Aligned by giving back what lies before the boundary, so that the kernel can use huge pages.
        let address = Int(bitPattern: start)
        let skipped = roundedUp(address, to: hugePage) - address
        if skipped > 0 { unsafe munmap(start, skipped) }
        let arena = unsafe Arena(base: start + skipped, size: size, mapped: wanted - skipped)
        unsafe madvise(arena.base, arena.mapped, MADV_HUGEPAGE)
        return arena
    }

    /// Gives back memory beyond the first `used` bytes. The result takes the place of `self`.
    func shrunk(to used: Int) -> Arena {
        if mapped > 0 {
            // What was never touched costs nothing; of the last huge page the rest is given back, unless that is little.
            let kept = Self.roundedUp(max(used, 1), to: Self.page)
            let end = min(Self.roundedUp(kept, to: Self.hugePage), mapped)
            if mapped >= Self.hugePage, kept < end, kept < 4 * Self.hugePage {
                unsafe madvise(base + kept, end - kept, MADV_DONTNEED)
            }
            return resized(to: used)
        }
        if used + 256 >= size { return self }
        // What `allocate` gives for so small an alignment is `malloc`'s.
        guard let smaller = unsafe realloc(base, max(used, 1)) else { return self }
        return unsafe Arena(base: smaller, size: used, mapped: 0)
    }

    /// A larger one with the first `used` bytes of this one, which is given back.
    ///
    /// - Parameter isPassing: it may have to grow further.
    func grown(to size: Int, used: Int, isPassing: Bool) -> Arena {
        let copy = Arena(size: size, isPassing: isPassing)
        unsafe copy.base.copyMemory(from: base, byteCount: used)
        free(isPassing: true)
        return copy
    }

    /// - Parameter isPassing: others are worth more to whoever comes next.
    func free(isPassing: Bool = false) {
        // Only the owner calls it, once.
        if mapped == 0 {
            unsafe base.deallocate()
        } else {
            SpareArenas.keep(self, isPassing: isPassing)
        }
    }

    /// The same memory, said to be of another size within the mapping.
    func resized(to size: Int) -> Arena {
        unsafe Arena(base: base, size: size, mapped: mapped)
    }

    private init(base: UnsafeMutableRawPointer, size: Int, mapped: Int) {
        unsafe self.base = base
        self.size = size
        self.mapped = mapped
    }

    private static let hugePage = 1 << 21
    private static let page = 4096

    private static func roundedUp(_ size: Int, to unit: Int) -> Int { (size + unit - 1) / unit * unit }
}
