import Glibc
import Synchronization
import Testing

@testable import FileWatching

@Suite("What savers do", .disabled(if: ChildProcess.role != nil))
struct SaverTests {
    let directory = TemporaryDirectory()

    /// Begins to watch a file that holds "1".
    func observe(_ name: String = "s.json") async -> Observer {
        let observer = Observer(directory(name))
        #expect(await observer.until { $0.looks > 0 })
        return observer
    }

    @Test("A file renamed over the old one is a settled look")
    func rename() async {
        directory.write("1", to: "s.json")
        let observer = await observe()
        let before = observer.current.settledLooks
        directory.replace("s.json", with: "2")
        #expect(await observer.until { $0.last == "2" && $0.settledLooks > before })
    }

    @Test("A file written in place is a settled look when it is closed")
    func inPlace() async {
        directory.write("1", to: "s.json")
        let observer = await observe()
        let before = observer.current.settledLooks
        directory.write("2", to: "s.json")
        #expect(await observer.until { $0.last == "2" && $0.settledLooks > before })
    }

    @Test("Delete and make again at once, then write: both values arrive")
    func deleteAndCreate() async {
        directory.write("1", to: "s.json")
        let observer = await observe()
        directory.unlink("s.json")
        directory.write("2", to: "s.json")
        #expect(await observer.sees("2"))
        directory.write("3", to: "s.json")
        #expect(await observer.sees("3"))
    }

    @Test("Moved to a backup name and written anew, as vim does")
    func backup() async {
        directory.write("1", to: "s.json")
        let observer = await observe()
        for round in 2...4 {
            directory.move("s.json", to: "s.json~")
            directory.write("\(round)", to: "s.json")
            directory.unlink("s.json~")
            #expect(await observer.sees("\(round)"))
        }
    }

    @Test("Linked into place without a name before (O_TMPFILE)")
    func linkIntoPlace() async {
        let observer = await observe()
        directory.write("2", to: "elsewhere")
        directory.hardLink("elsewhere", as: "s.json")
        #expect(await observer.sees("2"))
    }

    @Test("A hard link's other name is written: the file is watched itself")
    func hardLink() async {
        directory.write("1", to: "s.json")
        directory.makeDirectory("other")
        directory.hardLink("s.json", as: "other/name")
        let observer = await observe()
        directory.write("2", to: "other/name")
        #expect(await observer.sees("2"))
    }

    @Test("Names beside the file are silent")
    func neighbours() async {
        directory.write("1", to: "s.json")
        let observer = await observe()
        let before = observer.current.looks
        for name in [".s.json.swp", "s.json~", "4913", ".s.json.lock", "sedAbCdEf", "#s.json#", "s.jso", "s.json2"] {
            directory.write("x", to: name)
            directory.unlink(name)
        }
        await settle(directory)
        #expect(observer.current.looks == before)
    }

    @Test("Where it is followed who writes, a save whose writer keeps the file open is looked at when it is left alone")
    func keptOpen() async {
        directory.write("1", to: "s.json")
        let observer = await observe()
        observer.watch.followWriting()
        await settle(directory)
        let file = unsafe Glibc.open(directory("s.json"), O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        for text in ["2", "3"] {
            _ = unsafe pwrite(file, text, 1, 0)
            #expect(await observer.sees(text))
        }
        _ = ftruncate(file, 0)
        #expect(await observer.sees(""))
    }

    @Test("A burst of saves is one look for each of a hundred who watch the file, however many events it is")
    func burst() async {
        directory.write("1", to: "s.json")
        var observers: [Observer] = []
        for _ in 0..<100 { observers.append(await observe()) }
        let trigger = FileWatcher.shared.watch(directory("trigger"), slowLook: nil) { [directory] signal in
            // On the watcher's thread, which reads none of the events meanwhile.
            guard case .look = signal, contents(directory("trigger")) != nil else { return }
            for number in 2...400 { directory.replace("s.json", with: "\(number)") }
        }
        await settle(directory)
        let before = observers.map(\.current.looks)
        directory.write("x", to: "trigger")
        for observer in observers { #expect(await observer.sees("400")) }
        await settle(directory)
        for (observer, before) in zip(observers, before) { #expect(observer.current.looks <= before + 2) }
        trigger.cancel()
    }

    @Test("A wake that is asked for in answer to a wake comes, with nothing else happening")
    func wakes() async {
        final class Chain: Sendable {
            let watch = Mutex<FileWatch?>(nil)
            let count = Mutex(0)
        }
        let chain = Chain()
        let watch = FileWatcher.shared.watch(directory("s.json"), slowLook: nil) { signal in
            guard case .timer = signal else { return }
            chain.count.withLock { $0 += 1 }
            chain.watch.withLock { $0?.wake(after: .milliseconds(1)) }
        }
        chain.watch.withLock { $0 = watch }
        watch.wake(after: .milliseconds(1))
        let end = now() + 10_000_000_000
        while chain.count.withLock({ $0 }) < 10, now() < end { try? await Task.sleep(for: .milliseconds(2)) }
        #expect(chain.count.withLock { $0 } >= 10)
        watch.cancel()
    }

    @Test("After cancelling nothing is delivered")
    func cancel() async {
        directory.write("1", to: "s.json")
        let observer = await observe()
        observer.watch.cancel()
        await settle(directory)
        let before = observer.current.looks
        directory.write("2", to: "s.json")
        await settle(directory)
        #expect(observer.current.looks == before)
    }
}
