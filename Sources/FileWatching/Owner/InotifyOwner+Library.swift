extension InotifyOwner {
    /// More entries of the library are dead than alive, and they are many.
    var isWasteful: Bool {
        guard let library else { return false }
        return library.waste > 1024 && library.waste > watches.count
    }

    func startLibrary() {
        do {
            library = try InotifyLibrary.start()
            libraryLimit = nil
        } catch {
            library = nil
            libraryLimit = error
        }
    }

    /// Forgets everything and begins again. After an overflow nobody knows which watches died: the message may be among
    /// those that were lost.
    func startAfresh() {
        hasOverflowed = false
        guard let library else { return }
        // What is left in the library's buffer would be taken for events of the new instance.
        while library.next() != nil {}
        library.stop()
        self.library = nil
        hasMoreEvents = false
        hasOverflowed = false
        watches = [:]
        watchesByInode = [:]
        startLibrary()
        walkEverything()
    }

    /// Has every path walked and looked at.
    func walkEverything() {
        for entry in entries.values {
            entry.holds = []
            entry.walk = nil
            // Few paths are as urgent as ever; many take their turn.
            markForWalk(entry, isUrgent: entries.count <= 16)
        }
    }

    // MARK: Events

    /// Reads the events that have come; what they mean for a path is noted in its entry and delivered afterwards, so that a
    /// burst of events is one look.
    ///
    /// A look takes as long as reading a great many events. The more paths wait for one, the more is read before: else a
    /// thousand paths to one file would all be looked at again for each few hundred of its events.
    func drain() {
        var count = 0
        repeat {
            drain(atMost: 256)
            count += 256
        } while hasMoreEvents && count < 16 * urgent.count
    }

    /// Reads so many events at most.
    func drain(atMost limit: Int) {
        guard let library else { return }
        for _ in 0..<limit {
            guard let event = library.next() else {
                hasMoreEvents = false
                return
            }
            dispatch(event)
        }
        hasMoreEvents = true
    }

    private func dispatch(_ event: InotifyLibrary.Event) {
        if event.mask & EventMask.overflow != 0 {
            hasOverflowed = true
            return
        }
        guard let watch = watches[event.watch] else { return }
        if event.mask & EventMask.ignored != 0 {
            watch.isDead = true
            library?.noteWaste()
            forget(watch)
            for entry in watch.users.values { turn(entry, event.mask) }
        } else if let name = event.name {
            guard let dependents = watch.names[name] else { return }
            for dependent in dependents.values {
                if dependent.isLast {
                    touch(dependent.entry, event.mask)
                } else {
                    turn(dependent.entry, event.mask)
                }
            }
        } else if event.mask & EventMask.modify != 0 {
            // Nothing to look at before it is closed; but what was read meanwhile may be half of it.
            for entry in watch.users.values {
                entry.writing = .underWay
                entry.modifications += 1
                entry.isSettled = false
                awaitClosing(entry)
            }
        } else if watch.mask & EventMask.closeWrite != 0, watch.names.isEmpty {
            for entry in watch.users.values { touch(entry, event.mask) }
        } else {
            for entry in watch.users.values { turn(entry, event.mask) }
        }
    }

    /// Something happened to the file at the end of the path.
    private func touch(_ entry: WatchEntry, _ mask: UInt32) {
        if mask & EventMask.closeWrite != 0 {
            entry.writing = .none(entry.modifications)
            deadlines.remove(.leftAlone(entry.id))
        } else if mask & EventMask.attributes == 0 {
            entry.isTurned = true
        }
        if mask & (EventMask.closeWrite | EventMask.movedTo) != 0 {
            entry.isSettled = true
        } else if mask & EventMask.create != 0 {
            entry.isSettled = false
        }
        markForLook(entry, isUrgent: true)
        // Closing a file changes nothing about where the path leads.
        if mask & EventMask.closeWrite == 0, !isHeldUp(entry) { entry.needsWalk = true }
    }

    /// The path may lead elsewhere now.
    private func turn(_ entry: WatchEntry, _ mask: UInt32) {
        entry.isTurned = true
        entry.owesLook = true
        if mask & EventMask.movedTo != 0 {
            entry.wasSwapped = true
        } else if mask & EventMask.create != 0 {
            entry.wasSwapped = false
        }
        if isHeldUp(entry) {
            markForLook(entry, isUrgent: true)
        } else {
            markForWalk(entry, isUrgent: true)
        }
    }

    /// A server that does not answer could hold up this thread: only workers walk this path.
    private func isHeldUp(_ entry: WatchEntry) -> Bool {
        entry.walk?.silentFileSystem != nil
    }
}
