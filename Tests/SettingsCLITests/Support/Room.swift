import Foundation
import TestSupport

/// A directory of a test's own with a settings file in it, and settingsctl to run there.
final class Room: Sendable {
    let path: String

    init(_ text: String? = nil) throws {
        let url = URL.temporaryDirectory.appending(path: "settingsctl-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.resolvingSymlinksInPath().path
        if let text { try write(text) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/s.json" }

    func write(_ text: String, to name: String = "s.json") throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }

    /// As most programs save: beside the file, and then renamed over it.
    func replace(_ text: String) throws {
        try write(text, to: "new")
        if rename(path + "/new", file) != 0 { throw POSIXError(.EIO) }
    }

    func text(_ name: String = "s.json") throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
    }

    /// Runs `settingsctl -f s.json ARGUMENTS` in this directory.
    func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> ProgramResult {
        try await Tool.run(["-f", "s.json"] + arguments, in: path, environment: environment)
    }

    /// Runs a line of shell in this directory, with the tool as `$tool`.
    func shell(_ line: String) async throws -> ProgramResult {
        try await Program.run("bash", ["-c", line], in: path, environment: ["tool": Program.settingsctl])
    }
}
