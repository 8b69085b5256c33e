import Foundation
import SettingsStore
import TestSupport
import Testing

@testable import SettingsCLI

/// A program's own file, where none is named.
struct DefaultFileTests {
    private struct Settings: Codable, Sendable { var port = 8080 }

    private func command(_ file: String, _ options: FileStorage.Options = .init()) -> SettingsCommand<Settings> {
        SettingsCommand(name: "myservicectl", version: "1", defaults: Settings(), file: file, options: options)
    }

    @Test("Its directory is not made, unless the program's options say so")
    func directory() async throws {
        let room = try Room()
        let file = room.path + "/etc/myservice/settings.json"
        #expect(await command(file).run(["set", "port", "1"]) == 5)
        #expect(!FileManager.default.fileExists(atPath: room.path + "/etc"))
        var options = FileStorage.Options()
        options.createsDirectories = true
        #expect(await command(file, options).run(["set", "port", "1"]) == 0)
        #expect(try room.text("etc/myservice/settings.json").contains("\"port\": 1"))
    }

    @Test("--app makes its directory; with -f a missing one is an error that says so")
    func named() async throws {
        let room = try Room()
        let variables = ["XDG_CONFIG_HOME": room.path + "/config"]
        #expect(
            try await Tool.run(["--app", "me", "set", "a", "1"], in: room.path, environment: variables).status == 0)
        #expect(try room.text("config/me/settings.json").contains("\"a\": 1"))
        let result = try await Tool.run(["-f", "no/s.json", "set", "a", "1"], in: room.path)
        #expect(result.status == 5)
        #expect(result.errors.contains("hint: make the directory first"))
        #expect(!FileManager.default.fileExists(atPath: room.path + "/no"))
    }
}
