internal import Glibc
import Synchronization

/// Large arenas of documents that are gone, kept for the next ones.
///
/// A settings file that is read again replaces its document with one of the same size. To have the kernel clear the
/// pages anew costs about as much as parsing into them. The pages are marked as free, so the kernel takes them back as
/// soon as it needs memory; until then they are there at once.
enum SpareArenas {
    /// Bytes that are kept at most.
    private static let limit = 64 << 20
    /// Texts and indices of three encodings, and some.
    private static let mostSpares = 8
    private static let spares = Mutex<[Arena]>([])

    /// A kept arena that is large enough, and not much too large.
    static func take(_ size: Int) -> Arena? {
        spares.withLock { spares in
            guard let index = spares.lastIndex(where: { $0.mapped >= size && $0.mapped / 4 <= size }) else {
                return nil
            }
            return spares.remove(at: index).resized(to: size)
        }
    }

    /// Keeps a mapped arena, or gives it back where it is too large for that; for its sake, others that were kept longest
    /// are given back.
    static func keep(_ arena: Arena) {
        guard arena.mapped <= limit else { return giveBack(arena) }
        // The whole mapping is ours, and nobody reads it any more.
        unsafe madvise(arena.base, arena.mapped, MADV_FREE)
        let surplus = spares.withLock { spares in
            spares.append(arena)
            var total = 0
            for spare in spares { total += spare.mapped }
            var surplus: [Arena] = []
            while spares.count > mostSpares || total > limit {
                let oldest = spares.removeFirst()
                total -= oldest.mapped
                surplus.append(oldest)
            }
            return surplus
        }
        for arena in surplus { giveBack(arena) }
    }

    private static func giveBack(_ arena: Arena) {
        // Mapped by `Arena`, of one owner.
        unsafe munmap(arena.base, arena.mapped)
    }
}
