import Foundation

/// A directory for a row's files, on the file system that `TMPDIR` names (or `/tmp`).
final class Workshop: Sendable {
    let path: String

    /// - Parameter parent: another place, such as `/dev/shm` for a tmpfs.
    init(in parent: String? = nil) throws {
        path = (parent ?? FileManager.default.temporaryDirectory.path) + "/settings-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
