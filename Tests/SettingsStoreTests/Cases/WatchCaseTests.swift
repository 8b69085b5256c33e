import Foundation
import SettingsStore
import TestSupport
import Testing

/// Faults that programs really had with files that are watched, at a repository that runs on them.
@Suite struct WatchCaseTests {
    let directory = TestDirectory()

    private func follow(_ name: String = "settings.json", from value: Int = 1) async throws -> Follower {
        let follower = try await Follower(directory.file(name))
        try await follower.sees(value)
        return follower
    }

    private func text(_ value: Int) -> String { "{ \"v\": \(value) }\n" }

    @Test("Two saves by way of a backup name, as vim makes them, are two changes and no deletion (W02, W17)")
    func backupAndRename() async throws {
        try directory.write(text(1))
        let follower = try await follow()
        for value in 2...3 {
            try directory.move("settings.json", to: "settings.json~")
            try directory.write(text(value))
            try directory.remove("settings.json~")
            try await follower.sees(value)
            #expect(await follower.repository.status == .watching)
        }
        #expect(follower.values == [1, 2, 3])
        #expect(follower.events.isEmpty)
    }

    @Test("A file deleted and made again at once is a change, no deletion, and the next save arrives too (W04)")
    func deletedAndMadeAgain() async throws {
        try directory.write(text(1))
        let follower = try await follow()
        try directory.remove("settings.json")
        try directory.write(text(2))
        try await follower.sees(2)
        try directory.write(text(3))
        try await follower.sees(3)
        #expect(follower.values == [1, 2, 3])
        #expect(follower.events.isEmpty)
    }

    @Test("A directory deleted and made again: missing, then recovered by itself, and every value arrives (W05)")
    func directoryRebuilt() async throws {
        try shell("mkdir d", in: directory)
        try directory.write(text(9), to: "d/settings.json")
        let follower = try await follow("d/settings.json", from: 9)
        try shell("rm -rf d", in: directory)
        try await follower.hears(.missing)
        #expect(await follower.repository.status == .missing)
        #expect(await follower.repository.value.v == 9)
        try shell("mkdir d && echo '{ \"v\": 1 }' > d/settings.json", in: directory)
        try await follower.sees(1)
        try await follower.hears(.recovered)
        #expect(await follower.repository.status == .watching)
        try directory.write(text(2), to: "d/settings.json")
        try await follower.sees(2)
        #expect(follower.values == [9, 1, 2])
        #expect(follower.events == [.missing, .recovered])
    }

    @Test("A parent renamed away and copied back: the path is followed, not the directory (W06)")
    func parentRenamed() async throws {
        try shell("mkdir -p a/b", in: directory)
        try directory.write(text(1), to: "a/b/settings.json")
        let follower = try await follow("a/b/settings.json")
        try shell("mv a/b a/b.old && cp -r a/b.old a/b", in: directory)
        try directory.write(text(66), to: "a/b.old/settings.json")
        try directory.write(text(2), to: "a/b/settings.json")
        try await follower.sees(2)
        #expect(follower.values == [1, 2])
    }

    @Test("A removal that is followed by a save never shows the defaults in between (W11)")
    func gap() async throws {
        try directory.write(text(1))
        let follower = try await follow()
        try directory.move("settings.json", to: "settings.json~")
        try await follower.hears(.missing)
        #expect(await follower.repository.value.v == 1)
        try directory.write(text(2))
        try await follower.sees(2)
        #expect(follower.values == [1, 2])
    }

    @Test("One save after the other, each renamed into place, is one change each (W16)")
    func everySave() async throws {
        try directory.write(text(0))
        let follower = try await follow(from: 0)
        for value in 1...5 {
            try directory.replace(with: text(value))
            try await follower.sees(value)
        }
        #expect(follower.values == Array(0...5))
        #expect(follower.events.isEmpty)
    }

    @Test("A save that truncates, writes and changes the mode is one change (W15)")
    func oneChange() async throws {
        try directory.write(text(1))
        let follower = try await follow()
        try directory.write(text(2))
        chmod(directory.file("settings.json"), 0o600)
        chmod(directory.file("settings.json"), 0o644)
        try await follower.sees(2)
        try directory.replace(with: text(3))
        try await follower.sees(3)
        #expect(follower.values == [1, 2, 3])
    }

    @Test("A link to nothing is missing, recovers when its target comes, and hinders no second repository (W20)")
    func danglingLink() async throws {
        symlink("nowhere.json", directory.file("settings.json"))
        let follower = try await follow(from: 0)
        #expect(follower.events == [.missing])
        #expect(await follower.repository.status == .missing)
        let second = try await follow(from: 0)
        try directory.write(text(1), to: "nowhere.json")
        for one in [follower, second] {
            try await one.sees(1)
            try await one.hears(.recovered)
            #expect(await one.repository.status == .watching)
        }
    }

    @Test("A link that is turned counts, though the new target's times are those of the old one (W08)")
    func equalTimes() async throws {
        try shell("mkdir d1 d2 && ln -s d1 data && ln -s data/settings.json settings.json", in: directory)
        try directory.write(text(1), to: "d1/settings.json")
        try directory.write(text(2), to: "d2/settings.json")
        try shell("touch -r d1/settings.json d2/settings.json", in: directory)
        let follower = try await follow()
        try shell("ln -s d2 tmp && mv -T tmp data", in: directory)
        try await follower.sees(2)
        #expect(follower.values == [1, 2])
    }

    @Test("A link is followed whether it is renamed over or removed and made again (W09)")
    func linkMadeAgain() async throws {
        try shell("mkdir d1 d2 d3 && ln -s d1 data && ln -s data/settings.json settings.json", in: directory)
        for value in 1...3 { try directory.write(text(value), to: "d\(value)/settings.json") }
        let follower = try await follow()
        try shell("ln -s d2 tmp && mv -T tmp data", in: directory)
        try await follower.sees(2)
        try shell("rm data; ln -s d3 data", in: directory)
        try await follower.sees(3)
        #expect(follower.values == [1, 2, 3])
        #expect(follower.events.isEmpty)
    }

    @Test("An older file put back, and one of the same size and time, are both changes (W18)")
    func times() async throws {
        try directory.write(text(1))
        try shell("cp -p settings.json backup && touch -d '2001-01-01' backup", in: directory)
        let follower = try await follow()
        try directory.write(text(2))
        try await follower.sees(2)
        try shell("cp -p backup settings.json", in: directory)
        try await follower.sees(1)
        try directory.write(text(3), to: "new")
        try shell("touch -r settings.json new && mv new settings.json", in: directory)
        try await follower.sees(3)
        #expect(follower.values == [1, 2, 1, 3])
    }

    @Test("What a crashed program left beside the file is nobody's settings (ED04)")
    func leftovers() async throws {
        try directory.write(text(1))
        let follower = try await follow()
        for name in [
            "settings.json.tmp.123", ".settings.json.tmp", "settings.json.bak", "settings.json~", "#settings.json#",
        ] {
            try directory.write(text(77), to: name)
        }
        try directory.write(text(2))
        try await follower.sees(2)
        #expect(follower.values == [1, 2])
        #expect(try directory.names.contains(".settings.json.tmp"))
    }
}
