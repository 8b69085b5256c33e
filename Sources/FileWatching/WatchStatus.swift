/// How changes to a path are noticed just now.
///
/// The status is true at any time: it is sent when a watch is registered and at the moment it changes, and a watch that
/// had to fall back to polling returns to inotify by itself as soon as there is room.
public enum WatchStatus: Sendable, Hashable {
    /// The kernel tells every change, at once.
    case inotify
    /// The path is looked at again and again, since the kernel cannot tell.
    case polling(WatchLimit)
    /// The kernel tells changes, but not all that can happen to this path; it is looked at again and again besides.
    case inotifyDegraded(WatchLimit)
    /// Nobody looks at the path for now. The watch begins as soon as that is possible.
    case unwatched(WatchLimit)
}

extension WatchStatus {
    /// What stands in the way of being told every change; `nil` when nothing does.
    public var limit: WatchLimit? {
        switch self {
        case .inotify: nil
        case .polling(let limit), .inotifyDegraded(let limit), .unwatched(let limit): limit
        }
    }

    /// The limit in words, with what to do about it; `nil` when every change is told.
    public var reason: String? { limit?.description }
}

extension WatchStatus: CustomStringConvertible {
    /// `inotify`, or `polling: …`, `inotify, degraded: …` and `unwatched: …` with the reason.
    public var description: String {
        switch self {
        case .inotify: "inotify"
        case .polling(let limit): "polling: \(limit)"
        case .inotifyDegraded(let limit): "inotify, degraded: \(limit)"
        case .unwatched(let limit): "unwatched: \(limit)"
        }
    }
}

extension WatchStatus {
    /// The status that follows from what stands in the way of a path, the gravest first.
    package init(library: WatchLimit?, watch: WatchLimit?, walk: PathWalk) {
        if let limit = library ?? watch {
            self = .polling(limit)
        } else if let name = walk.silentFileSystem {
            self = .polling(.fileSystem(name))
        } else if walk.file?.isMountRoot == true {
            self = .inotifyDegraded(.singleFileMount)
        } else {
            self = .inotify
        }
    }
}
