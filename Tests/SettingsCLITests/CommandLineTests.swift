import Foundation
import TestSupport
import Testing

struct CommandLineTests {
    @Test(
        "A command line that is not understood ends with 2 and a hint, and prints nothing",
        arguments: [
            ([], "a command is missing"), (["gte"], "did you mean 'get'?"), (["set", "a"], "needs a key and a value"),
            (["set", "a", "1", "b"], "the key 'b' has no value"), (["get", "a", "b"], "cannot take 'b'"),
            (["get", "--josn"], "did you mean '--json'?"), (["get", "-x"], "behind '--'"),
            (["get", "--count", "1"], "'get' has no option '--count'"), (["watch", "--count"], "needs an argument"),
            (["watch", "--count", "0"], "from 1"), (["get", "--json=1"], "takes no argument"),
            (["get", "a..b"], "is not a key path"), (["--app", "x", "get"], "exclude each other"),
            (["list", "--re"], "'list' has no option '--revision'"), (["get", "--no"], "'get' has no option"),
        ] as [([String], String)])
    func usage(arguments: [String], message: String) async throws {
        let room = try Room("{}")
        let result = try await Tool.run(["-f", "s.json"] + arguments, in: room.path)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.contains("hint: "))
    }

    @Test("Options stand before the command or behind it")
    func anyOrder() async throws {
        let room = try Room(#"{"a": "x"}"#)
        #expect(try await Tool.run(["get", "a", "--json", "--file=s.json"], in: room.path).output == "\"x\"\n")
    }

    @Test("Help and the version go to standard output")
    func help() async throws {
        let room = try Room()
        let overview = try await Tool.run(["--help"], in: room.path)
        #expect(overview.status == 0)
        #expect(overview.output.hasPrefix("usage: settingsctl"))
        for verb in ["get", "set", "unset", "list", "path", "validate", "watch", "doctor"] {
            #expect(overview.output.contains("\n  \(verb) "))
            #expect(try await room.run(verb, "-h").output.hasPrefix("usage: settingsctl \(verb)"))
        }
        #expect(try await Tool.run(["--version"], in: room.path).output.hasPrefix("settingsctl "))
    }

    @Test("A standard output that is closed or full ends with 5, at once", arguments: [">&-", ">/dev/full"])
    func noOutput(redirection: String) async throws {
        let room = try Room(#"{"a": 1}"#)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "'\(Program.settingsctl)' -f '\(room.file)' get a \(redirection)"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while process.isRunning, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
        #expect(!process.isRunning)
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
        } else {
            #expect(process.terminationStatus == 5)
        }
    }

    @Test("$SETTINGS_FILE names the file; -f counts more; an empty one is an error that names it")
    func variable() async throws {
        let room = try Room(#"{"a": 1}"#)
        try room.write(#"{"a": 2}"#, to: "other.json")
        let environment = ["SETTINGS_FILE": "other.json"]
        #expect(try await Tool.run(["get", "a"], in: room.path, environment: environment).output == "2\n")
        #expect(try await room.run("get", "a", environment: environment).output == "1\n")
        let empty = try await Tool.run(["get", "a"], in: room.path, environment: ["SETTINGS_FILE": ""])
        #expect(empty.status == 2)
        #expect(empty.errors.contains("SETTINGS_FILE is empty"))
        #expect(try await Tool.run(["get"], in: room.path).errors.contains("no settings file is named"))
    }

    @Test("--app is a file of the user's, and a write makes its directory")
    func app() async throws {
        let room = try Room()
        let environment = ["XDG_CONFIG_HOME": room.path + "/config", "HOME": room.path]
        func run(_ arguments: String...) async throws -> ProgramResult {
            try await Tool.run(["--app", "tool"] + arguments, in: room.path, environment: environment)
        }
        #expect(try await run("path").output == room.path + "/config/tool/settings.json\n")
        #expect(try await run("set", "a", "1").status == 0)
        #expect(try await run("get", "a").output == "1\n")
        let relative = ["XDG_CONFIG_HOME": "config", "HOME": room.path]
        #expect(
            try await Tool.run(["--app", "tool", "path"], in: room.path, environment: relative).output
                == room.path + "/.config/tool/settings.json\n")
        #expect(try await Tool.run(["--app", "../x", "path"], in: room.path).status == 2)
    }
}
