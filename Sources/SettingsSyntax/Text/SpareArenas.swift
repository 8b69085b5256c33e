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

    /// Keeps a mapped arena, or says that there is no room for it.
    static func keep(_ arena: Arena) -> Bool {
        spares.withLock { spares in
            var total = arena.mapped
            for spare in spares { total += spare.mapped }
            guard total <= limit, spares.count < 8 else { return false }
            // The whole mapping is ours, and nobody reads it any more.
            unsafe madvise(arena.base, arena.mapped, MADV_FREE)
            spares.append(arena)
            return true
        }
    }
}
