import Glibc
import Testing

@testable import FileWatching

@Suite("What happens to the path", .disabled(if: ChildProcess.role != nil))
struct PathTests {
    let directory = TemporaryDirectory()

    func observe(_ name: String) async -> Observer {
        let observer = Observer(directory(name))
        #expect(await observer.until { $0.looks > 0 })
        return observer
    }

    func build(_ text: String) {
        directory.makeDirectory("a/b/c")
        directory.write(text, to: "a/b/c/s.json")
    }

    @Test("Parents and file come later")
    func missingParents() async {
        let observer = await observe("a/b/c/s.json")
        build("1")
        #expect(await observer.sees("1"))
        directory.write("2", to: "a/b/c/s.json")
        #expect(await observer.sees("2"))
    }

    @Test("A parent deleted and rebuilt 100 times loses no last save")
    func rebuilt() async {
        build("0")
        let observer = await observe("a/b/c/s.json")
        for round in 1...100 {
            directory.remove("a")
            build("first \(round)")
            directory.write("\(round)", to: "a/b/c/s.json")
            #expect(await observer.sees("\(round)"))
        }
    }

    @Test("A parent renamed away: the path counts, not the directory")
    func renamedAway() async {
        build("1")
        let observer = await observe("a/b/c/s.json")
        directory.move("a/b", to: "a/old")
        #expect(await observer.sees(nil))
        build("2")
        #expect(await observer.sees("2"))
        let before = observer.current.looks
        directory.write("99", to: "a/old/c/s.json")
        await settle(directory)
        #expect(observer.current.looks == before)
    }

    @Test("A grandparent swapped by renaming")
    func swapped() async {
        build("1")
        directory.makeDirectory("n/b/c")
        directory.write("2", to: "n/b/c/s.json")
        let observer = await observe("a/b/c/s.json")
        directory.move("a", to: "old")
        directory.move("n", to: "a")
        #expect(await observer.sees("2"))
    }

    @Test("A ConfigMap: the link to a directory is renamed over, the old directory deleted")
    func configMap() async {
        directory.makeDirectory("..1")
        directory.write("1", to: "..1/s.json")
        directory.link("..data", to: "..1")
        directory.link("s.json", to: "..data/s.json")
        let observer = await observe("s.json")
        for round in 2...6 {
            directory.makeDirectory("..\(round)")
            directory.write("\(round)", to: "..\(round)/s.json")
            directory.link("..data_tmp", to: "..\(round)")
            directory.move("..data_tmp", to: "..data")
            directory.remove("..\(round - 1)")
            #expect(await observer.sees("\(round)"))
        }
    }

    @Test("Through a link in another directory: saved at the target, and replaced at the link")
    func linkedFile() async {
        directory.makeDirectory("dot")
        directory.makeDirectory("home")
        directory.write("1", to: "dot/s.json")
        directory.link("home/s.json", to: "../dot/s.json")
        let observer = await observe("home/s.json")
        directory.replace("dot/s.json", with: "2")
        #expect(await observer.sees("2"))
        directory.write("3", to: "home/s.json")
        #expect(await observer.sees("3"))
        directory.replace("home/s.json", with: "4")
        #expect(await observer.sees("4"))
        let before = observer.current.looks
        directory.write("97", to: "dot/s.json")
        await settle(directory)
        #expect(observer.current.looks == before)
    }

    @Test("A link to nothing, whose target comes later")
    func danglingLink() async {
        directory.link("s.json", to: "nowhere/s.json")
        let observer = await observe("s.json")
        directory.makeDirectory("nowhere")
        directory.write("1", to: "nowhere/s.json")
        #expect(await observer.sees("1"))
    }

    @Test("A chain of links that bites its tail is waited out")
    func loop() async {
        directory.link("a", to: "b")
        directory.link("b", to: "a")
        let observer = await observe("a")
        directory.unlink("b")
        directory.write("1", to: "b")
        #expect(await observer.sees("1"))
    }

    @Test("A path through a file is waited out")
    func throughFile() async {
        directory.write("a file", to: "a")
        let observer = await observe("a/s.json")
        directory.unlink("a")
        directory.makeDirectory("a")
        directory.write("1", to: "a/s.json")
        #expect(await observer.sees("1"))
    }

    @Test("A directory that somebody holds open is deleted and made again")
    func heldDirectory() async {
        build("1")
        let observer = await observe("a/b/c/s.json")
        let held = ["a/b/c", "a/b", "a"].map { directory.open($0) }
        defer { for descriptor in held { close(descriptor) } }
        directory.remove("a")
        #expect(await observer.sees(nil))
        await settle(directory)
        build("2")
        #expect(await observer.sees("2"))
    }
}
