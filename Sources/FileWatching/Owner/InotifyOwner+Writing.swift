extension InotifyOwner {
    /// Has the file at the end of the path watched for being written too.
    func followWriting(_ entry: WatchEntry) {
        guard !entry.followsWriting else { return }
        entry.followsWriting = true
        if entry.walk != nil { markForWalk(entry, isUrgent: false) }
    }

    /// How long a file that was written and not closed is left alone by somebody who will not close it soon.
    private static let patience: Int64 = 1_000_000_000

    /// The file was modified: if nobody closes it, it is looked at all the same, once it has been left alone. While somebody
    /// goes on writing, that costs one look at the clock each time, and one wake in a second.
    func awaitClosing(_ entry: WatchEntry) {
        entry.modifiedAt = Nanoseconds.now
        let deadline = Deadline.leftAlone(entry.id)
        if !deadlines.contains(deadline) { deadlines.set(deadline, at: entry.modifiedAt + Self.patience) }
    }

    func lookIfLeftAlone(_ entry: WatchEntry) {
        guard entry.writing == .underWay else { return }
        let moment = entry.modifiedAt + Self.patience
        if moment > Nanoseconds.now {
            deadlines.set(.leftAlone(entry.id), at: moment)
        } else {
            markForLook(entry, isUrgent: true)
        }
    }

    /// Whether somebody is in the middle of writing the file, as far as the kernel has told by now.
    func writing(_ entry: WatchEntry) -> WritingState {
        guard entry.followsWriting, !entry.isCancelled else { return .unknown }
        drain(atMost: 4096)
        // Too much to know in time; it is settled soon.
        if hasMoreEvents || hasOverflowed { return .underWay }
        // Behind a mount of another machine's files, those who write there are not heard.
        guard !entry.isTurned, entry.writingWatch?.isDead == false, entry.walk?.silentFileSystem == nil else {
            return .unknown
        }
        return entry.writing
    }
}
