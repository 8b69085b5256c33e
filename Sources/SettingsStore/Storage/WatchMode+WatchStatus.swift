import FileWatching

extension WatchMode {
    init(_ status: WatchStatus) {
        self =
            switch status {
            case .inotify: .events
            case .inotifyDegraded(let limit): .limited(reason: limit.description)
            case .polling(let limit): .polling(reason: limit.description)
            case .unwatched(let limit): .unwatched(reason: limit.description)
            }
    }
}
