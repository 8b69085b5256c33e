import Foundation
import Glibc

/// The sequence that a careful program writes by hand: open, write, fsync, rename, fsync of the directory.
struct BareSave {
    let directory: String
    let name: String

    struct Failed: Error {}

    func save(_ bytes: [UInt8]) throws {
        let temporary = directory + "/." + name + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else { throw Failed() }
        close(file)
        guard rename(temporary, directory + "/" + name) == 0 else { throw Failed() }
        let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0, fsync(folder) == 0 else { throw Failed() }
        close(folder)
    }
}
