import Glibc
import Testing

@testable import FileWatching

@Suite("Limits and what comes after them", .disabled(if: ChildProcess.role != nil))
struct LimitTests {
    let directory = TemporaryDirectory()
    static let hasNamespaces = run("unshare", "--user", "--map-root-user", "--mount", "true") == 0

    @Test(
        "Without inotify the path is polled, the status says why, and inotify comes back",
        .enabled(if: hasNamespaces, "needs user namespaces"),
        arguments: ["watches", "few-watches", "instances"])
    func limit(_ role: String) async {
        let pid = ChildProcess.start(role, in: directory, under: ["unshare", "--user", "--map-root-user"])
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test("With all descriptors below 1024 in use the path is polled")
    func highDescriptors() async {
        #expect(await ChildProcess.wait(ChildProcess.start("descriptors", in: directory)) == 0)
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

    @Test("A process that was stopped during 105,000 events, most of them lost, catches up")
    func overflow() async throws {
        directory.write("1", to: "s.json")
        let pid = ChildProcess.start("stopped", in: directory)
        let end = now() + 20_000_000_000
        while contents(directory("ready")) == nil, now() < end { try await Task.sleep(for: .milliseconds(5)) }
        kill(pid, SIGSTOP)
        // No two after one another are alike, so none are merged.
        for number in 0..<105_000 { directory.write("", to: "noise\(number % 100)") }
        directory.replace("s.json", with: "last")
        kill(pid, SIGCONT)
        #expect(await ChildProcess.wait(pid) == 0)
    }

    @Test("100,000 events beside the file lose nothing")
    func flood() async {
        directory.write("1", to: "s.json")
        let observer = Observer(directory("s.json"))
        #expect(await observer.sees("1"))
        for number in 0..<35_000 {
            directory.write("", to: "noise")
            if number % 1000 == 0 { directory.replace("s.json", with: "\(number)") }
            directory.unlink("noise")
        }
        directory.replace("s.json", with: "last")
        #expect(await observer.sees("last"))
        directory.replace("s.json", with: "after")
        #expect(await observer.sees("after"))
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
