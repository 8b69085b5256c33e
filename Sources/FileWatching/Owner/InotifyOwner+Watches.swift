internal import CInotifyTools
internal import CLinux
internal import Glibc

extension InotifyOwner {
    /// Walks the path and sets the watches it needs, until a walk finds all of them set. Whether there are any that the
    /// path had not before.
    func follow(_ entry: WatchEntry) -> Bool {
        guard let path = entry.path else { return false }
        fresh.removeAll(keepingCapacity: true)
        var walk = PathWalk(end: .missing)
        var isComplete = false
        for _ in 0..<8 where !isComplete {
            let count = fresh.count
            entry.limit = nil
            walk = PathWalker.walk(path, followsWriting: entry.followsWriting) { place in
                do throws(WatchLimit) {
                    try watch(place)
                } catch {
                    entry.limit = error
                }
            }
            isComplete = fresh.count == count
        }
        if case .cutOff(let error) = walk.end {
            // The watches that are set still tell; the path is walked again as soon as that is possible.
            entry.limit = error == EMFILE || error == ENFILE ? .descriptors : .unavailable(error)
            entry.isCutOff = true
            if entry.walk != nil {
                endUnused()
                return false
            }
        } else if entry.isCutOff {
            entry.isCutOff = false
            entry.owesLook = true
        }
        let needed = walk.neededWatches(followsWriting: entry.followsWriting)
        // Kept as long as the path is watched, so without room for more.
        var holds: [WatchEntry.Hold] = []
        holds.reserveCapacity(needed.count)
        for needed in needed {
            if let watch = watchesByInode[needed.inode] { holds.append(WatchEntry.Hold(watch: watch, needed: needed)) }
        }
        entry.walk = walk
        entry.isTurned = false
        let before = entry.writingWatch
        let hasChanged = hold(holds, for: entry)
        // What was done to the file before it was watched is not known.
        if entry.writingWatch !== before { entry.writing = .unknown }
        endUnused()
        // The path turns faster than we can follow: let others have their turn, then try again.
        if !isComplete { markForWalk(entry, isUrgent: false) }
        return hasChanged
    }

    /// Ends what was set for a walk that was not the last.
    private func endUnused() {
        let unused = fresh.filter { $0.users.isEmpty && !$0.isDead }
        for watch in unused { end(watch) }
    }

    /// Sees to it that the place is watched as the step needs; what had to be set or widened is added to `fresh`.
    private func watch(_ place: PathWalker.Place) throws(WatchLimit) {
        guard let library else { return }
        let inode = place.step.directory
        let mask = EventMask.of(place.filePurpose ?? (place.step.entry == nil ? .way : .entries))
        if let watch = watchesByInode[inode] {
            if watch.mask & mask == mask { return }
            let isAlive: Bool
            do {
                isAlive = try library.change(place.descriptor, mask: mask | UInt32(IN_MASK_ADD), of: watch.number)
            } catch {
                throw limit(error, place)
            }
            if isAlive {
                watch.mask |= mask
                fresh.append(watch)
                return
            }
            // The inode went and its number came again; the message is still on its way.
            watch.isDead = true
            forget(watch)
            library.noteWaste()
            for entry in watch.users.values { markForWalk(entry, isUrgent: false) }
        }
        let number: Int32
        do {
            number = try library.add(place.descriptor, mask: mask)
        } catch {
            throw limit(error, place)
        }
        if let known = watches[number] {
            // One inode of the kernel under two device numbers, as on a layered file system.
            library.noteWaste()
            known.aliases.append(inode)
            known.mask |= mask
            watchesByInode[inode] = known
            fresh.append(known)
            return
        }
        let watch = KernelWatch(inode: inode, number: number, mask: mask, path: place.path, isRemote: place.isRemote)
        watches[number] = watch
        watchesByInode[inode] = watch
        fresh.append(watch)
    }

    /// What it means for a place that the kernel does not watch it.
    private func limit(_ error: KernelError, _ place: PathWalker.Place) -> WatchLimit {
        switch error.number {
        case ENOSPC: .watches
        case EACCES, EPERM: .permission(String(decoding: place.path, as: UTF8.self))
        default: .unavailable(error.number)
        }
    }

    /// Gives an entry these holds in place of those it has; whether there is one that it had not.
    @discardableResult
    func hold(_ holds: [WatchEntry.Hold], for entry: WatchEntry) -> Bool {
        let old = entry.holds
        let isSame =
            old.count == holds.count
            && zip(old, holds).allSatisfy { $0.watch === $1.watch && $0.needed == $1.needed }
        if isSame { return false }
        for hold in old { hold.watch.remove(entry, names: hold.needed) }
        for hold in holds { hold.watch.add(entry, hold.needed) }
        entry.holds = holds
        for hold in old where !holds.contains(where: { $0.watch === hold.watch }) {
            hold.watch.remove(entry, hold.needed)
        }
        for hold in old where !hold.watch.isDead {
            if hold.watch.users.isEmpty {
                end(hold.watch)
            } else if hold.watch.names.isEmpty {
                narrow(hold.watch)
            }
        }
        return holds.contains { new in
            !old.contains { known in
                known.watch === new.watch && new.needed.entries.allSatisfy { known.needed.entries.contains($0) }
            }
        }
    }

    /// Takes a watch out of the tables.
    func forget(_ watch: KernelWatch) {
        if watches[watch.number] === watch { watches[watch.number] = nil }
        for inode in [watch.inode] + watch.aliases where watchesByInode[inode] === watch {
            watchesByInode[inode] = nil
        }
    }

    /// Ends a watch that nobody needs.
    private func end(_ watch: KernelWatch) {
        guard let library, watches[watch.number] === watch else { return }
        // While we hold the inode open its watch cannot end by itself; if that has happened before, the message is in
        // the queue. Only then it is certain that the watch is alive, and the library will find it.
        let descriptor = reopen(watch)
        drain(atMost: 4096)
        if !watch.isDead {
            forget(watch)
            if descriptor != nil, !hasMoreEvents {
                library.remove(watch.number)
            } else {
                library.forget(watch.number)
            }
        }
        if let descriptor { close(descriptor) }
    }

    /// Nobody needs the names in this directory any more: a busy one should not wake us for nothing.
    private func narrow(_ watch: KernelWatch) {
        guard watch.mask & EventMask.entries == EventMask.entries, let descriptor = reopen(watch) else { return }
        defer { close(descriptor) }
        // Where it is refused, the watch goes on telling more than is asked for.
        do throws(KernelError) {
            let isAlive = try library?.change(descriptor, mask: EventMask.way, of: watch.number)
            if isAlive == true { watch.mask = EventMask.way }
        } catch {}
    }

    /// A descriptor of the inode that the watch is of, if it is still where it was.
    private func reopen(_ watch: KernelWatch) -> Int32? {
        guard !watch.isRemote else { return nil }
        let path = String(decoding: watch.path.isEmpty ? [UInt8(ascii: "/")] : watch.path, as: UTF8.self)
        // Unsafe: the string outlives the call.
        let descriptor = unsafe clinux_openat(AT_FDCWD, path, OpenFlags.path | O_NOFOLLOW, 0)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        // Unsafe: the address of a local.
        let isSame =
            unsafe fstat(descriptor, &status) == 0
            && FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) == watch.inode
        if isSame { return descriptor }
        close(descriptor)
        return nil
    }
}
