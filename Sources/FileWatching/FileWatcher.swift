/// Tells when to look at a path again, for any number of paths, in whatever state the file system is.
///
/// ```swift
/// import FileWatching
///
/// for await _ in FileWatcher.shared.changes(to: "/etc/myservice/settings.json") {
///     // The first time at once, then whenever the path may lead to something else: read it again.
/// }
/// ```
///
/// The path is followed, not the file: files that are replaced, symbolic links that are turned, parents that are
/// missing, deleted, renamed and made again are all seen, and a path that leads nowhere yet is waited for. Where the
/// kernel cannot tell (NFS, no watches left …) the path is polled, and the status says so.
///
/// There is one watcher in a process. It has one thread, which sleeps while nothing happens, and one inotify instance.
public struct FileWatcher: Sendable {
    /// The watcher of this process.
    public static let shared = FileWatcher()

    private init() {}

    /// Elements that say 'look again', the first one as soon as the path is watched.
    ///
    /// An element is no more than a hint: look and compare. Of elements that nobody has read yet only the newest is kept.
    /// A relative path is taken from the working directory of now. The stream never ends by itself; ending the loop, or
    /// cancelling its task, ends the watch.
    ///
    /// - Parameter path: The path to watch; nothing need exist there.
    /// - Returns: A stream for one reader.
    public func changes(to path: String) -> AsyncStream<FileChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: FileChange.self, bufferingPolicy: .bufferingNewest(1))
        let counter = ChangeCounter()
        let watch = watch(path) { signal in
            if let change = counter.change(after: signal) { continuation.yield(change) }
        }
        continuation.onTermination = { _ in watch.cancel() }
        return stream
    }

    /// Calls `handler` on the watcher's thread: with the status and `.look` when the watches are in place, then whenever
    /// it is time to look.
    ///
    /// Where no thread is to be had, `handler` is told so on the caller's (`.unwatched`), before this returns. The watch begins
    /// when there is one.
    ///
    /// - Parameters:
    ///   - path: The path to watch; a relative one is taken from the working directory of now.
    ///   - polling: How often to look where the kernel cannot tell.
    ///   - slowLook: How often to look in case the kernel did not tell; `nil` for never.
    ///   - handler: May read a small file; whatever it does delays everybody else's events.
    package func watch(
        _ path: String, polling: Duration = .seconds(1), slowLook: Duration? = .seconds(30),
        _ handler: @escaping @Sendable (FileSignal) -> Void
    ) -> FileWatch {
        register(
            WatchedPath(path), polling: Nanoseconds.of(polling), slowLook: slowLook.map { Nanoseconds.of($0) }, handler)
    }

    /// A watch of no path, for the moments that it is asked for (`FileWatch.wake(after:)`): `handler` is called on the
    /// watcher's thread.
    ///
    /// A task that sleeps would do, but for one thing: the runtime's timers take descriptors, and a process that has none left
    /// is ended for want of them.
    package func timer(_ handler: @escaping @Sendable () -> Void) -> FileWatch {
        register(nil, polling: 0, slowLook: nil) { signal in
            if case .timer = signal { handler() }
        }
    }

    private func register(
        _ path: WatchedPath?, polling: Int64, slowLook: Int64?, _ handler: @escaping @Sendable (FileSignal) -> Void
    ) -> FileWatch {
        let thread = InotifyOwner.shared.thread
        let token = WatchToken()
        let id = InotifyOwner.nextID()
        let shortest: Int64 = 10_000_000
        // Before the thread knows of the watch, so that what it says comes behind this.
        if !thread.start() { handler(.status(.unwatched(.threads))) }
        thread.post(
            .register(
                Registration(
                    id: id, path: path, polling: max(polling, shortest), slowLook: slowLook.map { max($0, shortest) },
                    handler: handler, token: token)))
        return FileWatch(id: id, token: token, thread: thread)
    }

    /// For one who is about to cause events that tell nobody anything: they come together, at most two milliseconds
    /// late, and so do those of others that come meanwhile.
    package func holdEvents() { InotifyOwner.shared.thread.hold() }

    /// The watcher's thread as an executor: an actor that shares it is entered from a handler by `assumeIsolated`.
    package var executor: UnownedSerialExecutor { unsafe InotifyOwner.shared.thread.asUnownedSerialExecutor() }

    /// The same, for those who keep it.
    package var serialExecutor: any SerialExecutor { InotifyOwner.shared.thread }
}
