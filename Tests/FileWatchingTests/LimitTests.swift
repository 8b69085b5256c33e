import Glibc
import Testing

@testable import FileWatching

@Suite("Limits and what comes after them", .disabled(if: ChildProcess.role != nil))
struct LimitTests {
    let directory = TemporaryDirectory()
    static let isRoot = getuid() == 0
    static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    static let hasNamespaces = run("unshare", "--user", "--map-root-user", "--mount", "true") == 0

    @Test(
        "Without inotify the path is polled, the status says why, and inotify comes back",
        .enabled(if: hasNamespaces, "needs user namespaces"),
        arguments: ["watches", "few-watches", "instances", "used-up"])
    func limit(_ role: String) async {
        let pid = ChildProcess.start(role, in: directory, under: ["unshare", "--user", "--map-root-user"])
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test("With all descriptors below 1024 in use the path is polled")
    func highDescriptors() async {
        #expect(await ChildProcess.wait(ChildProcess.start("descriptors", in: directory)) == 0)
    }

    @Test(
        "Where no thread can be made the status says so at once; the path is watched when one can, at once if asked",
        .enabled(if: isRoot, "needs to be root, to change to another user: root may have any number of threads"),
        arguments: ["threads", "asked"])
    func threads(_ role: String) async {
        run("chmod", "777", directory.path)
        #expect(await ChildProcess.wait(ChildProcess.start(role, in: directory, under: Self.asNobody)) == 0)
    }

    @Test("Where the process is forked, the child watches what it begins to watch, and takes nothing from its parent")
    func forked() async {
        #expect(await ChildProcess.wait(ChildProcess.start("forked", in: directory)) == 0)
    }

    @Test("A process out of descriptors keeps its watches, says so, and is back within moments when it has some")
    func descriptorsGone() async {
        #expect(await ChildProcess.wait(ChildProcess.start("descriptors-gone", in: directory)) == 0)
    }

    @Test(
        "A path that may not be watched keeps no other from inotify when there is room again",
        .enabled(if: hasNamespaces && isRoot, "needs user namespaces, and root to change to another user"))
    func hinderedNeighbour() async {
        run("chmod", "777", directory.path)
        directory.makeEmpty("locked")
        // Another user's, who is nobody in the namespace: its root has no more rights to it than others.
        run("chmod", "711", directory("locked"))
        let pid = ChildProcess.start(
            "hindered", in: directory, under: Self.asNobody + ["unshare", "--user", "--map-root-user"])
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test(
        "A directory on the way that may not be searched any more is seen at once, and when it may be again",
        .enabled(if: isRoot, "needs to be root, to change to another user"))
    func searchPermission() async {
        run("chmod", "777", directory.path)
        let pid = ChildProcess.start("permission", in: directory, under: Self.asNobody)
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test(
        "A mount of a single file is reported, and its end is seen",
        .enabled(if: hasNamespaces, "needs user namespaces"))
    func singleFileMount() async {
        let pid = ChildProcess.start(
            "mount", in: directory, under: ["unshare", "--user", "--map-root-user", "--mount"])
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test(
        "On a layered file system a file of the lower layer is followed into the upper one",
        .enabled(if: hasNamespaces, "needs user namespaces"))
    func overlay() async {
        let pid = ChildProcess.start(
            "overlay", in: directory, under: ["unshare", "--user", "--map-root-user", "--mount"])
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test(
        "A file on FUSE is polled, the status says so, and inotify comes back with another file system",
        .enabled(if: hasNamespaces, "needs user namespaces"))
    func fuse() async {
        let pid = ChildProcess.start(
            "fuse", in: directory, under: ["unshare", "--user", "--map-root-user", "--mount"])
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test(
        "A process beside whose file 105,000 events happen ends on the last state, also when it is stopped meanwhile",
        arguments: ["running", "stopped"])
    func overflow(_ role: String) async throws {
        directory.write("1", to: "s.json")
        let pid = ChildProcess.start(role, in: directory)
        let end = now() + 20_000_000_000
        while contents(directory("ready")) == nil, now() < end { try await Task.sleep(for: .milliseconds(5)) }
        if role == "stopped" { kill(pid, SIGSTOP) }
        // No two after one another are alike, so none are merged.
        for number in 0..<105_000 {
            directory.write("", to: "noise\(number % 100)")
            if number % 1000 == 0 { directory.replace("s.json", with: "\(number)") }
        }
        directory.replace("s.json", with: "last")
        if role == "stopped" { kill(pid, SIGCONT) }
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test("No descriptor of ours is inherited by a child")
    func inheritance() async {
        let observer = Observer(directory("s.json"))
        #expect(await observer.until { $0.looks > 0 })
        #expect(run("sh", "-c", "! ls -l /proc/self/fd | grep -q -e inotify -e eventfd -e memfd") == 0)
    }

    @Test("Deleted directories, thousands of them, do not grow the library's tables or lose the path")
    func deletedDirectories() async {
        let observer = Observer(directory("a/s.json"))
        for round in 0..<1500 {
            directory.makeEmpty("a")
            if round % 100 == 0 { #expect(await observer.until { $0.looks > 0 }) }
            await Task.yield()
            directory.removeEmpty("a")
        }
        directory.makeEmpty("a")
        directory.write("1", to: "a/s.json")
        #expect(await observer.sees("1"))
    }

    @Test("A thousand watches give everything back, and none of them costs more than the first ones did")
    func many() async {
        #expect(await ChildProcess.wait(ChildProcess.start("many", in: directory)) == 0)
    }
}
