import Foundation
import SettingsStore
import TestSupport
import Testing

@testable import SettingsCLI

struct WatchTests {
    @Test("The lines are those that are documented, to the letter")
    func lines() async throws {
        let room = try Room(#"{"server": {"port": 8080}}"#)
        let watch = try WatchProcess(room, "--json")
        #expect(
            try await watch.nextEvent() == #"{"event":"current","revision":1,"value":{"server":{"port":8080}}}"#)
        try room.replace(#"{"server": {"port": 9090}}"#)
        #expect(
            try await watch.nextEvent()
                == #"{"event":"change","revision":2,"origin":"file","keys":["server.port"],"#
                + #""old":{"server":{"port":8080}},"new":{"server":{"port":9090}}}"#)
        try room.replace("{\n  \"a\": x")
        let rejected = try await watch.nextEvent()
        let start = #"{"event":"rejected","error":{"file":"s.json","line":2,"column":8,"message":"a: expected"#
        #expect(rejected?.hasPrefix(start) == true || rejected?.hasPrefix(start.replacing("a: ", with: "")) == true)
        try room.replace(#"{"server": {"port": 9090}}"#)
        #expect(try await watch.nextEvent() == #"{"event":"recovered"}"#)
        try FileManager.default.removeItem(atPath: room.file)
        #expect(try await watch.nextEvent() == #"{"event":"missing"}"#)
    }

    @Test("What is wrong with an edit is told with the kind, the key, what to do, and every mistake")
    func mistakes() throws {
        struct Server: Codable { var port = 80, host = "h" }
        let document = try SettingsDocument("{\"port\": \"x\",\n \"host\": 1}", file: "s.json")
        let failure = try #require(throws: SettingsError.self) {
            try SettingsDecoder().decode(Server.self, from: document)
        }
        guard case .result(let line) = JSONWatchStyle().event(.rejected(failure)) else {
            Issue.record("a rejected edit is not told on standard output")
            return
        }
        let error = try #require(try SettingsDocument(line).value["error"])
        let others = try #require(error["others"]?.array)
        #expect(error["key"] == "port" && error["code"] == "typeMismatch" && error["line"] == 1)
        #expect(others.map { $0["key"] } == ["host"] && others.map { $0["line"] } == [2])
        #expect(error["hint"]?.string == failure.hint)
    }

    @Test("Of a key, only its own changes and values are told; where it is gone, there is no value")
    func key() async throws {
        let room = try Room(#"{"a": 1, "b": null}"#)
        let watch = try WatchProcess(room, "b", "--json")
        #expect(try await watch.nextEvent() == #"{"event":"current","revision":1,"value":null}"#)
        try room.replace(#"{"a": 2, "b": null}"#)
        try room.replace(#"{"a": 2}"#)
        let line = try await watch.nextEvent()
        #expect(line?.hasSuffix(#""origin":"file","keys":["b"],"old":null}"#) == true)
    }

    @Test("Without --json a change is a line for each key")
    func plain() async throws {
        let room = try Room(#"{"server": {"port": 8080, "host": "a"}, "x": 1}"#)
        let watch = try WatchProcess(room, "--count", "1")
        #expect(try await watch.next() == "server.port: 8080")
        #expect(try await watch.next() == #"server.host: "a""#)
        #expect(try await watch.next() == "x: 1")
        try room.replace(#"{"server": {"port": 9090, "host": "a"}, "y": "z"}"#)
        #expect(try await watch.next() == "server.port: 8080 → 9090")
        #expect(try await watch.next() == #"y: added "z""#)
        #expect(try await watch.next() == "x: removed 1")
        #expect(try await watch.status() == 0)
    }

    @Test("With --no-initial the first line is no value")
    func noInitial() async throws {
        let room = try Room(#"{"a": 1}"#)
        let watch = try WatchProcess(room, "--json", "--no-initial")
        #expect(try await watch.next() == #"{"event":"status","watching":"inotify","reason":null}"#)
        try room.replace(#"{"a": 2}"#)
        #expect(
            try await watch.next()
                == #"{"event":"change","revision":2,"origin":"file","keys":["a"],"old":{"a":1},"new":{"a":2}}"#)
    }

    @Test("It ends with 0 on a signal", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) async throws {
        let watch = try WatchProcess(try Room("{}"), "--json")
        #expect(try await watch.next() != nil)
        watch.send(signal)
        #expect(try await watch.status() == 0)
    }

    @Test("It ends with 0 as soon as nobody reads, though nothing happens")
    func closedPipe() async throws {
        let room = try Room("{}")
        let process = Tool.process(["-f", "s.json", "watch", "--json"], in: room.path)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        try pipe.fileHandleForReading.close()
        while process.isRunning, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
        #expect(!process.isRunning)
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
    }

    @Test("It ends after as many changes as asked for")
    func count() async throws {
        let room = try Room(#"{"a": 1}"#)
        let watch = try WatchProcess(room, "--json", "--count", "2")
        #expect(try await watch.nextEvent() != nil)
        for value in 2...3 {
            try room.replace(#"{"a": \#(value)}"#)
            #expect(try await watch.nextEvent()?.hasSuffix(#""new":{"a":\#(value)}}"#) == true)
        }
        #expect(try await watch.status() == 0)
    }

    @Test("A file that was never there has no values, and nothing is said of good ones")
    func neverThere() async throws {
        let room = try Room()
        let watch = try WatchProcess(room, "--json")
        #expect(try await watch.nextEvent() == #"{"event":"current","revision":1}"#)
        #expect(try await watch.nextEvent() == #"{"event":"missing"}"#)
        try room.replace(#"{"a": 1}"#)
        #expect(try await watch.nextEvent() == #"{"event":"recovered"}"#)
        #expect(
            try await watch.nextEvent()
                == #"{"event":"change","revision":2,"origin":"file","keys":["a"],"old":{},"new":{"a":1}}"#)
    }

    @Test("In words, a file that was never there is one that is not there yet, and defaults are there all the same")
    func neverThereInWords() {
        let style = PlainWatchStyle(file: "s.json")
        #expect(style.current(nil, at: .root, 1) == nil)
        #expect(style.notYetThere(hasDefaults: false) == .note("s.json: note: there is no such file yet"))
        #expect(
            style.notYetThere(hasDefaults: true)
                == .note("s.json: note: there is no such file yet; the defaults stand"))
        #expect(
            style.event(.missing) == .note("s.json: note: there is no such file; the last good values stand"))
    }

    struct Typed: Codable, Sendable {
        struct Inner: Codable, Sendable { var port = 1 }
        var port = 8080
        var inner: Inner?
        var limits = ["a": 1]
        var hosts = [Inner()]
    }

    /// What a watch of a key of `Typed` is refused with, or nil where it would begin.
    private func refusal(_ key: String) throws -> CommandFailure? {
        let room = try Room("{}")
        let command = SettingsCommand(name: "t", version: "1", defaults: Typed(), file: room.file)
        let session = try CommandSession(command, Invocation(["watch", key], program: "t"))
        do throws(CommandFailure) {
            try session.refuse(unknown: KeyArgument(key), in: Typed())
            return nil
        } catch {
            return error
        }
    }

    @Test("A key that the settings' type never has is refused", arguments: ["prot", "inner.prot", "hosts[0].prot"])
    func unknownKey(key: String) throws {
        let refusal = try #require(try refusal(key))
        #expect(refusal.status == .noSuchKey)
        #expect(refusal.text.contains("\(key): no such key"))
    }

    @Test("A misspelt key is refused before the watch begins, with the one that may be meant")
    func misspeltKey() async throws {
        let room = try Room("{}")
        let command = SettingsCommand(name: "t", version: "1", defaults: Typed(), file: room.file)
        await #expect(throws: CommandFailure.self) { try await command.perform(["watch", "prot"]) }
        #expect(try refusal("prot")?.text.hasSuffix("hint: did you mean 'port'?") == true)
    }

    @Test(
        "A key that can come to be there is waited for",
        arguments: ["port", "inner", "inner.port", "limits.a", "limits.b", "hosts[3]", "hosts[3].port"])
    func possibleKey(key: String) throws {
        #expect(try refusal(key)?.text == nil)
    }
}
