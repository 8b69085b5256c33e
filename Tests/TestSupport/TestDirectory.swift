package import Foundation

/// A directory of a test's own, gone when the test is over.
package final class TestDirectory: Sendable {
    package let path: String

    package init() {
        let base = URL.temporaryDirectory.appending(path: "settings-store-tests-\(UUID().uuidString)")
        path = base.path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
        } catch {
            fatalError("no temporary directory: \(error)")
        }
    }

    deinit {
        // A test may have made it unwritable.
        chmod(path, 0o755)
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("left behind: \(path)")
        }
    }

    package func file(_ name: String) -> String { path + "/" + name }

    @discardableResult
    package func write(_ text: String, to name: String = "settings.json") throws -> String {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
        return file(name)
    }

    package func read(_ name: String = "settings.json") throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// Saves as careful programs do: a new file renamed over the old one.
    package func replace(_ name: String = "settings.json", with text: String) throws {
        let new = file(name + ".new-\(UInt32.random(in: 0...UInt32.max))")
        try text.write(toFile: new, atomically: false, encoding: .utf8)
        if rename(new, file(name)) != 0 { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    package func move(_ name: String, to other: String) throws {
        if rename(file(name), file(other)) != 0 { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

    package func status(_ name: String = "settings.json") throws -> stat {
        var status = stat()
        if lstat(file(name), &status) != 0 { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return status
    }
}
