extension InotifyOwner {
    /// Has the file at the end of the path watched for being written too.
    func followWriting(_ entry: WatchEntry) {
        guard !entry.followsWriting else { return }
        entry.followsWriting = true
        if entry.walk != nil { markForWalk(entry, isUrgent: false) }
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
