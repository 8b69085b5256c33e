import Foundation
import SettingsStore
import TestSupport
import Testing

/// Editors and tools as they are, and faults that half-written files really caused.
@Suite struct SaverCaseTests {
    let directory = TestDirectory()

    private func text(_ value: Int) -> String { "{ \"v\": \(value) }\n" }

    static let commands = [
        "vim": "vim -N -u NONE -i NONE -E -s -c '%s/[0-9][0-9]*/@/' -c wq settings.json",
        "vim, by a backup name":
            "vim -N -u NONE -i NONE -E -s --cmd 'set backupskip= backupcopy=no' -c '%s/[0-9][0-9]*/@/' -c wq settings.json",
        "sed": "sed -i 's/[0-9][0-9]*/@/' settings.json",
        "perl": "perl -pi -e 's/[0-9]+/@/' settings.json",
        "rsync": "echo '{ \"v\": @ }' > ../new-$$ && rsync -aI ../new-$$ settings.json && rm ../new-$$",
        "install": "echo '{ \"v\": @ }' > n~ && install -m600 n~ settings.json && rm n~",
        "cp": "echo '{ \"v\": @ }' > n~ && cp n~ settings.json && rm n~",
        "tee": "echo '{ \"v\": @ }' | tee settings.json",
        "python3": "python3 -c 'import json;f=open(\"settings.json\",\"w\");json.dump({\"v\":@},f);f.close()'",
        "emacs":
            "emacs -Q --batch --eval '(progn (find-file \"settings.json\") (erase-buffer) (insert \"{ \\\"v\\\": @ }\") (save-buffer))'",
    ]

    @Test(
        "Each saver's save is one change with the new value, and its own files beside it none (ED01, R09)",
        arguments: commands.keys.sorted())
    func savers(name: String) async throws {
        let command = try #require(Self.commands[name])
        guard hasProgram(String(name.prefix { $0 != "," })) else { return print("\(name) is not here, passed over") }
        try directory.write(text(1))
        let follower = try await Follower(directory.file("settings.json"))
        for value in 2...4 {
            try shell(command.replacing("@", with: "\(value)"), in: directory)
            try await follower.sees(value)
        }
        // Whatever comes late would come before this.
        try directory.replace(with: text(5))
        try await follower.sees(5)
        #expect(follower.values == [1, 2, 3, 4, 5])
        #expect(follower.events.isEmpty)
    }

    @Test("A save that empties the file first is one change, and the empty file is not reported (ED02, T02)")
    func emptiedFirst() async throws {
        try directory.write(text(1))
        let follower = try await Follower(directory.file("settings.json"))
        try shell(": > settings.json; sleep 0.1; echo '{ \"v\": 2 }' > settings.json", in: directory)
        try await follower.sees(2)
        #expect(follower.values == [1, 2])
        #expect(follower.events.isEmpty)
    }

    @Test("An empty file that stays is rejected, and the last good value stands (ED02)")
    func emptyForGood() async throws {
        try directory.write(text(1))
        let follower = try await Follower(directory.file("settings.json"))
        try shell(": > settings.json", in: directory)
        try await eventually("the empty file is rejected") { follower.events.count == 1 }
        guard case .rejected? = follower.events.first else {
            Issue.record("\(follower.events)")
            return
        }
        #expect(await follower.repository.value.v == 1)
        try directory.write(text(1))
        try await follower.hears(.recovered)
        #expect(follower.values == [1])
    }

    @Test(
        "The tail of a longer text behind a shorter one is refused with its place, and the last good value stands (T04)"
    )
    func tail() async throws {
        try directory.write(text(1))
        let follower = try await Follower(directory.file("settings.json"))
        try directory.write("{ \"v\": 2 }\n\"other\": 44 }\n")
        try await eventually("the tail is rejected") { follower.events.count == 1 }
        guard case .rejected(let error)? = follower.events.first else {
            Issue.record("\(follower.events)")
            return
        }
        #expect(error.location?.line == 2)
        #expect(error.location?.column == 1)
        #expect(await follower.repository.value.v == 1)
    }

    @Test("An update while another process has just emptied the file waits or refuses, and wipes nothing (T05)")
    func emptyIsNotAnEmptyConfiguration() async throws {
        try directory.write("{ \"v\": 1, \"other\": 7 }\n")
        // Longer than a machine under load takes to come back to this test.
        var options = FileStorage.Options()
        options.busyTimeout = .seconds(60)
        let follower = try await Follower(directory.file("settings.json"), options: options)
        let writer = open(directory.file("settings.json"), O_WRONLY | O_TRUNC)
        let update = Task { try await follower.repository.set(\.v, to: 2) }
        try await Task.sleep(for: .milliseconds(100))
        #expect(await follower.repository.value == Numbered(v: 1, other: 7))
        let text = "{ \"v\": 5, \"other\": 8 }\n"
        _ = text.withCString { write(writer, $0, strlen($0)) }
        close(writer)
        try await update.value
        #expect(try directory.read() == "{ \"v\": 2, \"other\": 8 }\n")
        #expect(await follower.repository.value == Numbered(v: 2, other: 8))
        // And where the file stays empty, it is refused.
        try directory.write("")
        await #expect(throws: SettingsError.self) { try await follower.repository.set(\.v, to: 3) }
        #expect(try directory.read().isEmpty)
    }
}
