import Testing

@testable import FileWatching

@Suite("What a walk needs")
struct PathWalkTests {
    let root = FileIdentity(device: 1, inode: 2)
    let home = FileIdentity(device: 1, inode: 3)
    let file = FileIdentity(device: 1, inode: 9)

    @Test("A plain directory is watched for its own end only, the last one for the name")
    func plain() {
        let walk = PathWalk(
            steps: [
                .init(directory: root), .init(directory: home),
                .init(directory: home, entry: EntryName("s.json"), isLast: true),
            ], end: .found(FileState(identity: file)))
        let needed = walk.neededWatches()
        #expect(needed.map(\.inode) == [root, home])
        #expect(needed.map(\.purpose) == [.way, .entries])
        #expect(needed[1].entries.map(\.name) == [EntryName("s.json")])
        #expect(needed[1].entries.map(\.isLast) == [true])
    }

    @Test("A directory met twice is watched once, for both of its names")
    func twice() {
        let walk = PathWalk(
            steps: [
                .init(directory: home, entry: EntryName("link")),
                .init(directory: home, entry: EntryName("s.json"), isLast: true),
            ], end: .missing)
        #expect(walk.neededWatches().count == 1)
        #expect(walk.neededWatches()[0].entries.map(\.isLast) == [false, true])
    }

    @Test("A file with two names, or on a mount of its own, is watched itself", arguments: [true, false])
    func ownWatch(isMount: Bool) {
        var state = FileState(identity: file)
        #expect(!PathWalk(end: .found(state)).neededWatches().contains { $0.purpose == .file })
        state.isMountRoot = isMount
        state.linkCount = isMount ? 1 : 2
        #expect(PathWalk(end: .found(state)).neededWatches().map(\.purpose) == [.file])
    }

    @Test("A save in place changes the walk, not its structure; another file changes both")
    func structure() {
        let before = PathWalk(end: .found(FileState(identity: file, size: 1, modified: 5, changed: 5)))
        let saved = PathWalk(end: .found(FileState(identity: file, size: 2, modified: 6, changed: 6)))
        let other = PathWalk(end: .found(FileState(identity: home, size: 1, modified: 5, changed: 5)))
        #expect(before != saved)
        #expect(before.structure == saved.structure)
        #expect(before.structure != other.structure)
    }

    @Test("A file is quiet 100 ms after its last change, and not when it lies in the future")
    func quiet() {
        let state = FileState(identity: file, modified: 1_000_000_000, changed: 2_000_000_000)
        #expect(!state.isQuiet(at: 2_099_999_999))
        #expect(state.isQuiet(at: 2_100_000_000))
        #expect(!state.isQuiet(at: 0))
        #expect(PathWalk(end: .missing).isQuiet(at: 0))
    }

    @Test("The status names the gravest limit, and the round follows from the status")
    func status() {
        var walk = PathWalk(end: .found(FileState(identity: file)))
        #expect(WatchStatus(library: nil, watch: nil, walk: walk) == .inotify)
        #expect(WatchStatus(library: .instances, watch: .watches, walk: walk) == .polling(.instances))
        #expect(WatchStatus(library: nil, watch: .watches, walk: walk) == .polling(.watches))
        #expect(SurveyRound(status: .inotify, walk: walk, polling: 1, slowLook: 30) == SurveyRound(interval: 30))
        #expect(SurveyRound(status: .inotify, walk: walk, polling: 1, slowLook: nil) == nil)
        #expect(
            SurveyRound(status: .polling(.watches), walk: walk, polling: 1, slowLook: nil) == SurveyRound(interval: 1))
        walk.silentFileSystem = "NFS"
        let remote = WatchStatus(library: nil, watch: nil, walk: walk)
        #expect(remote.limit?.kind == .fileSystem)
        #expect(SurveyRound(status: remote, walk: walk, polling: 1, slowLook: nil) == SurveyRound(interval: 1, lane: 1))
        walk = PathWalk(end: .found(FileState(identity: file, isMountRoot: true)))
        #expect(WatchStatus(library: nil, watch: nil, walk: walk) == .inotifyDegraded(.singleFileMount))
    }

    @Test("File systems that others change are known by their numbers")
    func fileSystems() {
        #expect(FileSystemType.silentName(0x6969) == "NFS")
        #expect(FileSystemType.silentName(0x6573_5546) == "FUSE")
        #expect(FileSystemType.silentName(0xEF53) == nil)
        #expect(FileSystemType.silentName(0x794C_7630) == nil)
    }

    @Test("Dots, repeated slashes and .. are walked as the kernel walks them")
    func spelling() {
        let directory = TemporaryDirectory()
        directory.makeDirectory("a/b")
        directory.write("1", to: "a/s.json")
        let plain = PathWalker.walk(WatchedPath(directory("a/s.json")))
        #expect(plain.file != nil)
        #expect(PathWalker.walk(WatchedPath(directory("a//.//s.json"))) == plain)
        #expect(PathWalker.walk(WatchedPath(directory("a/b/../s.json"))).file == plain.file)
        #expect(PathWalker.walk(WatchedPath(directory("a/s.json/x"))).end == .throughFile)
        #expect(PathWalker.walk(WatchedPath(directory("a/none"))).end == .missing)
    }
}
