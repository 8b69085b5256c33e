import Glibc
import Testing

@testable import FileWatching

/// What a process of its own does for a test; nothing in the ordinary run.
@Suite("Roles in processes of their own", .enabled(if: ChildProcess.role != nil))
struct ChildRoles {
    let path = ChildProcess.directory + "/s.json"

    func write(_ text: String, to path: String) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        #expect(file >= 0, "\(path): \(errno)")
        _ = unsafe text.withCString { unsafe Glibc.write(file, $0, strlen($0)) }
        close(file)
    }

    /// Polls while the limit stands, and is back at inotify when it is lifted.
    func check(_ kind: WatchLimit.Kind, lift: () -> Void) async {
        write("1", to: path)
        let observer = Observer(path, polling: .milliseconds(100))
        #expect(await observer.sees("1"))
        #expect(observer.current.statuses.last?.limit?.kind == kind)
        write("2", to: path)
        #expect(await observer.sees("2"))
        lift()
        #expect(await observer.until { $0.statuses.last == .inotify })
        write("3", to: path)
        #expect(await observer.sees("3"))
        let other = Observer(path)
        #expect(await other.sees("3"))
        #expect(other.current.statuses == [.inotify])
    }

    @Test("No watches to be had", .enabled(if: ChildProcess.role == "watches"))
    func watches() async {
        write("0", to: "/proc/sys/user/max_inotify_watches")
        await check(.watches) { write("1000", to: "/proc/sys/user/max_inotify_watches") }
    }

    @Test("Only a few watches to be had", .enabled(if: ChildProcess.role == "few-watches"))
    func fewWatches() async {
        write("3", to: "/proc/sys/user/max_inotify_watches")
        var observers: [Observer] = []
        for number in 0..<20 {
            let directory = ChildProcess.directory + "/\(number)"
            _ = unsafe mkdir(directory, 0o755)
            write("1", to: directory + "/s.json")
            observers.append(Observer(directory + "/s.json", polling: .milliseconds(100)))
        }
        for observer in observers { #expect(await observer.sees("1")) }
        #expect(observers.contains { $0.current.statuses.last?.limit?.kind == .watches })
        for number in 0..<20 { write("2", to: ChildProcess.directory + "/\(number)/s.json") }
        for observer in observers { #expect(await observer.sees("2")) }
        write("1000", to: "/proc/sys/user/max_inotify_watches")
        for observer in observers { #expect(await observer.until { $0.statuses.last == .inotify }) }
    }

    @Test("A process and its child", .enabled(if: ChildProcess.role == "forked"))
    func forked() async {
        write("1", to: path)
        let observer = Observer(path)
        #expect(await observer.sees("1"))
        // So that the thread has been all the way round: a lock of the runtime that it holds while it makes a type for the
        // first time would stay closed in the child for ever.
        for text in ["2", "3"] {
            write("", to: ChildProcess.directory + "/beside")
            write(text, to: path)
            #expect(await observer.sees(text))
        }
        // Swift hides the call; what may be done in the child is little.
        typealias Fork = @convention(c) () -> pid_t
        let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
        for round in 2..<12 {
            // So that events lie about while it forks.
            for _ in 0..<50 { write("", to: ChildProcess.directory + "/beside") }
            let child = fork()
            if child == 0 { beChild(round) }
            #expect(await ChildProcess.wait(child) == 0)
            write("parent \(round)", to: path)
            #expect(await observer.sees("parent \(round)"))
        }
    }

    /// On a thread that is made in the child: the one that forked goes on under the number that the runtime's locks knew
    /// it by in the parent, and whoever waits for a lock that it holds waits for ever.
    private func beChild(_ round: Int) -> Never {
        // Whatever happens, it does not outlive the test and keep its output open.
        alarm(30)
        guard WorkerThread.start(name: "child", { _exit(isWatchedInChild(round) ? 0 : 1) }) else { _exit(2) }
        while true { pause() }
    }

    /// Without tasks, which a child has none to run.
    private func isWatchedInChild(_ round: Int) -> Bool {
        let observers = [Observer(path), Observer(ChildProcess.directory + "/child/s.json")]
        func waits(for condition: () -> Bool) -> Bool {
            for _ in 0..<5000 where !condition() { usleep(1000) }
            return condition()
        }
        guard waits(for: { observers.allSatisfy { $0.current.looks > 0 } }) else { return false }
        _ = unsafe mkdir(ChildProcess.directory + "/child", 0o755)
        write("child \(round)", to: path)
        write("child \(round)", to: ChildProcess.directory + "/child/s.json")
        return waits(for: { observers.allSatisfy { $0.current.last == "child \(round)" } })
            && observers.allSatisfy { $0.current.statuses == [.inotify] }
    }

    @Test("All descriptors gone for a while", .enabled(if: ChildProcess.role == "descriptors-gone"))
    func descriptorsGone() async {
        let room = ChildProcess.directory
        for name in ["a", "b", "c"] { _ = unsafe mkdir(room + "/" + name, 0o755) }
        let names = ["a", "b", "c"].map { room + "/\($0)/s.json" }
        for name in names {
            write("1", to: name)
            write("2", to: name + ".new")
        }
        // However long it is polled otherwise.
        let observers = names.map { Observer($0, polling: .seconds(3600)) }
        for observer in observers { #expect(await observer.sees("1")) }
        // The first timer of a process takes descriptors, and libdispatch ends it where there are none: have it first.
        try? await Task.sleep(for: .milliseconds(1))
        let before = kernelWatches()
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(7), &limit)
        limit.rlim_cur = 200
        _ = unsafe setrlimit(__rlimit_resource_t(7), &limit)
        var taken: [Int32] = []
        while let last = Optional(unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)), last >= 0 { taken.append(last) }
        for name in names { _ = unsafe rename(name + ".new", name) }
        var said: [Bool] = []
        for observer in observers { said.append(await observer.until { $0.statuses.last == .polling(.descriptors) }) }
        for descriptor in taken { close(descriptor) }
        #expect(said == [true, true, true])
        for observer in observers {
            #expect(await observer.sees("2", within: 10))
            #expect(await observer.until { $0.statuses.last == .inotify })
        }
        #expect(kernelWatches() == before)
        for name in names { write("3", to: name) }
        for observer in observers { #expect(await observer.sees("3")) }
    }

    @Test("One path of several may not be watched", .enabled(if: ChildProcess.role == "hindered"))
    func hindered() async {
        let room = ChildProcess.directory
        write("3", to: "/proc/sys/user/max_inotify_watches")
        // Both before and after the others in whatever order they try.
        let hindered = (0..<8).map { Observer(room + "/locked/\($0).json", polling: .milliseconds(50)) }
        for observer in hindered { #expect(await observer.until { $0.statuses.last?.limit?.kind == .permission }) }
        var observers: [Observer] = []
        for number in 0..<8 {
            _ = unsafe mkdir(room + "/\(number)", 0o755)
            observers.append(Observer(room + "/\(number)/s.json", polling: .milliseconds(50)))
        }
        for observer in observers { #expect(await observer.until { $0.looks > 0 }) }
        #expect(observers.count { $0.current.statuses.last?.limit?.kind == .watches } > 1)
        write("1000", to: "/proc/sys/user/max_inotify_watches")
        for observer in observers { #expect(await observer.until { $0.statuses.last == .inotify }) }
        for observer in hindered { #expect(observer.current.statuses.last?.limit?.kind == .permission) }
    }

    @Test("A directory on the way loses a permission", .enabled(if: ChildProcess.role == "permission"))
    func permission() async {
        let room = ChildProcess.directory
        for name in ["/a", "/a/b", "/a/b/c"] { _ = unsafe mkdir(room + name, 0o755) }
        let path = room + "/a/b/c/s.json"
        write("1", to: path)
        let observer = Observer(path, polling: .milliseconds(50))
        #expect(await observer.sees("1"))
        for directory in ["/a/b/c", "/a/b", "/a"] {
            _ = unsafe chmod(room + directory, 0)
            #expect(await observer.sees(nil))
            _ = unsafe chmod(room + directory, 0o755)
            #expect(await observer.sees("1"))
            #expect(await observer.until { $0.statuses.last == .inotify })
        }
    }

    @Test("No instance to be had", .enabled(if: ChildProcess.role == "instances"))
    func instances() async {
        write("0", to: "/proc/sys/user/max_inotify_instances")
        await check(.instances) { write("10", to: "/proc/sys/user/max_inotify_instances") }
    }

    @Test("Another process has used up all instances", .enabled(if: ChildProcess.role == "used-up"))
    func usedUp() async throws {
        write("10", to: "/proc/sys/user/max_inotify_instances")
        let room = ChildProcess.directory
        let script = """
            import ctypes, os, time
            library = ctypes.CDLL(None)
            while library.inotify_init() >= 0: pass
            open("\(room)/taken", "w").close()
            while os.path.exists("\(room)/taken"): time.sleep(0.01)
            """
        write(script, to: room + "/taker.py")
        let taker = spawn(["python3", room + "/taker.py"])
        let end = now() + 20_000_000_000
        while contents(room + "/taken") == nil, now() < end { try await Task.sleep(for: .milliseconds(5)) }
        await check(.instances) { unlink(room + "/taken") }
        var status: Int32 = 0
        #expect(unsafe waitpid(taker, &status, 0) == taker)
    }

    @Test("A file on FUSE", .enabled(if: ChildProcess.role == "fuse"))
    func fuse() async {
        let room = ChildProcess.directory
        for name in ["back", "front"] { _ = unsafe mkdir(room + "/" + name, 0o755) }
        let path = room + "/front/s.json"
        write("1", to: room + "/back/s.json")
        guard run("bindfs", room + "/back", room + "/front") == 0 else {
            return print("no FUSE file system can be mounted here (bindfs), passed over")
        }
        let observer = Observer(path, polling: .milliseconds(100))
        #expect(await observer.sees("1"))
        #expect(observer.current.statuses.last?.limit?.kind == .fileSystem)
        #expect(observer.current.statuses.last?.reason?.contains("FUSE") ?? false)
        // Behind the back of the mount, where inotify sees nothing of it.
        write("2", to: room + "/back/s.json")
        #expect(await observer.sees("2"))
        #expect(unmount(room + "/front"))
        #expect(await observer.until { $0.statuses.last == .inotify })
        write("3", to: path)
        #expect(await observer.sees("3"))
    }

    @Test("No thread to be had", .enabled(if: ["threads", "asked"].contains(ChildProcess.role)))
    func threads() async throws {
        // So that the runtime has timers.
        try await Task.sleep(for: .milliseconds(1))
        write("1", to: path)
        // RLIMIT_NPROC, by its number.
        let processes = __rlimit_resource_t(6)
        var limit = rlimit()
        _ = unsafe getrlimit(processes, &limit)
        let before = limit
        limit.rlim_cur = 1
        _ = unsafe setrlimit(processes, &limit)
        let observer = Observer(path)
        let first = observer.current
        limit = before
        _ = unsafe setrlimit(processes, &limit)
        #expect(first.statuses == [.unwatched(.threads)])
        #expect(first.looks == 0)
        if ChildProcess.role == "asked" {
            // Asked a moment after it was refused it does not try.
            usleep(60_000)
            observer.watch.retry()
            #expect(InotifyOwner.shared.thread.isRunning)
        }
        #expect(await observer.sees("1"))
        #expect(observer.current.statuses == [.unwatched(.threads), .inotify])
        write("2", to: path)
        #expect(await observer.sees("2"))
    }

    @Test("Only high descriptors to be had", .enabled(if: ChildProcess.role == "descriptors"))
    func descriptors() async {
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(7), &limit)
        limit.rlim_cur = min(limit.rlim_max, 4096)
        _ = unsafe setrlimit(__rlimit_resource_t(7), &limit)
        var opened: [Int32] = []
        repeat { opened.append(unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)) } while opened.last! < 1100
        await check(.highDescriptor) { for descriptor in opened { close(descriptor) } }
    }

    @Test("Much happens beside the file", .enabled(if: ["stopped", "running"].contains(ChildProcess.role)))
    func overflow() async {
        let observer = Observer(path)
        #expect(await observer.sees("1"))
        write("", to: ChildProcess.directory + "/ready")
        #expect(await observer.sees("last", within: 60))
        // RUSAGE_SELF, by its number.
        var usage = rusage()
        _ = unsafe getrusage(0, &usage)
        let milliseconds =
            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
            + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
        print("\(ChildProcess.role ?? "") during 105,000 events: \(milliseconds) ms of processor time in all")
        write("after", to: path)
        #expect(await observer.sees("after"))
    }

    @Test("A file mounted over a file", .enabled(if: ChildProcess.role == "mount"))
    func mount() async {
        write("1", to: path)
        write("2", to: path + ".host")
        #expect(run("mount", "--bind", path + ".host", path) == 0)
        let observer = Observer(path, polling: .milliseconds(100))
        #expect(await observer.sees("2"))
        #expect(observer.current.statuses.last?.limit?.kind == .singleFileMount)
        write("3", to: path + ".host")
        #expect(await observer.sees("3"))
        #expect(unmount(path))
        #expect(await observer.sees("1"))
        #expect(await observer.until { $0.statuses.last == .inotify })
    }

    @Test("A file of an overlay's lower layer", .enabled(if: ChildProcess.role == "overlay"))
    func overlay() async {
        let room = ChildProcess.directory
        for name in ["lower", "upper", "work", "merged"] { _ = unsafe mkdir(room + "/" + name, 0o755) }
        write("1", to: room + "/lower/s.json")
        let layers = "lowerdir=\(room)/lower,upperdir=\(room)/upper,workdir=\(room)/work"
        guard run("mount", "-t", "overlay", "overlay", "-o", layers, room + "/merged") == 0 else {
            return print("no overlay can be mounted here, passed over")
        }
        let path = room + "/merged/s.json"
        let observer = Observer(path)
        #expect(await observer.sees("1"))
        #expect(observer.current.statuses == [.inotify])
        // The first write copies the file up: another inode.
        write("2", to: path)
        #expect(await observer.sees("2"))
        write("3", to: path)
        #expect(await observer.sees("3"))
        write("4", to: path + ".new")
        _ = unsafe rename(path + ".new", path)
        #expect(await observer.sees("4"))
        observer.watch.cancel()
        #expect(unmount(room + "/merged"))
    }

    @Test("A thousand watches", .enabled(if: ChildProcess.role == "many"))
    func many() async {
        let keeper = Observer(ChildProcess.directory + "/keeper")
        #expect(await keeper.until { $0.looks > 0 })
        let before = kernelWatches()
        var observers: [Observer] = []
        for number in 0..<1000 {
            let directory = ChildProcess.directory + "/d\(number)"
            _ = unsafe mkdir(directory, 0o755)
            observers.append(Observer(directory + "/s.json"))
        }
        for observer in observers { #expect(await observer.until { $0.looks > 0 }) }
        #expect(kernelWatches() == before + 1000)
        for number in 0..<1000 { observers.append(Observer(ChildProcess.directory + "/\(number)")) }
        for observer in observers { #expect(await observer.until { $0.looks > 0 }) }
        #expect(kernelWatches() == before + 1000)
        observers = []
        let end = now() + 10_000_000_000
        while kernelWatches() > before, now() < end { try? await Task.sleep(for: .milliseconds(5)) }
        #expect(kernelWatches() == before)
    }

    /// The watches of all inotify instances of this process.
    func kernelWatches() -> Int {
        (0..<200).reduce(0) { sum, descriptor in
            let lines = (contents("/proc/self/fdinfo/\(descriptor)") ?? "").split(separator: "\n")
            return sum + lines.count { $0.hasPrefix("inotify wd:") }
        }
    }
}
