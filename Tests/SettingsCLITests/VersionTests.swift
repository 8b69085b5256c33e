import SettingsStore
import TestSupport
import Testing

@testable import SettingsCLI

/// A service's own tool and the version of the file's format.
struct VersionTests {
    struct Settings: Codable, Sendable, VersionedSettings {
        static let formatVersion = 2
        var formatVersion = 2
        var a: Int? = 1
    }

    /// Settings that have no member for the version.
    struct Bare: Codable, Sendable, VersionedSettings {
        static let formatVersion = 2
        var a: Int? = 1
    }

    private let directory = TestDirectory()

    private func run<Settings: Codable & Sendable>(
        _ defaults: Settings, _ arguments: String...
    ) async -> (status: SettingsCLI.ExitStatus, errors: String) {
        let command = SettingsCommand(
            name: "tool", version: "1", defaults: defaults, file: directory.file("settings.json"))
        do throws(CommandFailure) {
            return (try await command.perform(arguments), "")
        } catch {
            return (error.status, error.text)
        }
    }

    @Test(
        "A newer program's file is not written by any verb",
        arguments: [["unset", "a"], ["unset", "formatVersion"], ["set", "a", "2"], ["unset", "--dry-run", "a"]])
    func newer(arguments: [String]) async throws {
        let text = #"{"formatVersion":3,"a":5}"#
        try directory.write(text)
        let command = SettingsCommand(
            name: "tool", version: "1", defaults: Settings(), file: directory.file("settings.json"))
        let failure = await #expect(throws: CommandFailure.self) { try await command.perform(arguments) }
        #expect(failure?.status == .invalidFile)
        #expect(failure?.text.contains("use the newer program that wrote it") == true)
        #expect(try directory.read() == text)
        #expect(try directory.names.filter { !$0.hasPrefix(".") } == ["settings.json"])
    }

    @Test("The version of a type that has no member for it is no setting: set and get say what it is")
    func bare() async throws {
        let text = #"{"formatVersion":1,"a":5}"#
        try directory.write(text)
        for value in ["2", "3", "abc"] {
            let set = await run(Bare(), "set", "formatVersion", value)
            #expect(set.status == .noSuchKey)
            #expect(set.errors.contains("formatVersion: is not one of the settings"), "\(set.errors)")
        }
        let get = await run(Bare(), "get", "formatVersion")
        #expect(get.status == .noSuchKey)
        #expect(get.errors.contains("formatVersion: is not one of the settings"), "\(get.errors)")
        #expect(await run(Bare(), "set", "a", "6").status == .done)
        #expect(try directory.read() == #"{"formatVersion":1,"a":6}"#)
    }

    @Test("A version that the program would not read again is refused before it is written")
    func member() async throws {
        let text = #"{"formatVersion":1,"a":5}"#
        try directory.write(text)
        let set = await run(Settings(), "set", "formatVersion", "3")
        #expect(set.status == .unacceptableValue)
        #expect(set.errors.contains("formatVersion: this program could not read the file again"), "\(set.errors)")
        #expect(try directory.read() == text)
        #expect(await run(Settings(), "set", "formatVersion", "2").status == .done)
        #expect(try directory.read() == #"{"formatVersion":2,"a":5}"#)
    }
}
