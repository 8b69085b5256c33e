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

    /// Keeps a mapped arena. Those that were kept longest are given back for its sake; or it is itself, where it is too
    /// large, or there is no room and it is not worth that.
    static func keep(_ arena: Arena, isPassing: Bool) {
        let surplus = spares.withLock { spares in
            var total = arena.mapped
            for spare in spares { total += spare.mapped }
            if arena.mapped > limit || isPassing && (total > limit || spares.count >= mostSpares) { return [arena] }
            // The whole mapping is ours, and nobody reads it any more.
            unsafe madvise(arena.base, arena.mapped, MADV_FREE)
            spares.append(arena)
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
