import Foundation
import Glibc
import SettingsSyntax
import TestSupport
import Testing

@testable import SettingsStore

/// Old versions that are written again while one write follows the other.
@Suite struct SpareFileTests {
    private let directory = TestDirectory()

    /// Writes exactly these bytes.
    private final class Write: StorageTransaction {
        let bytes: [UInt8]
        init(_ bytes: [UInt8]) { self.bytes = bytes }
        func draft(from bytes: [UInt8]?) -> [UInt8]? { self.bytes }
        func willReplace() {}
        func didNotReplace() {}
        func didReplace(with bytes: [UInt8]) {}
        func didKeep() {}
        func didUnlock() {}
        func didKeepAside(_ path: String) {}
    }

    private func storage(_ calls: any SystemCalls = LinuxSystemCalls()) throws -> FileStorage {
        var options = FileStorage.Options()
        options.reusesFiles = true
        return try FileStorage(path: directory.file("settings.json"), options: options, calls: calls)
    }

    private var names: [String] { get throws { try directory.names } }
    private let plain = [".settings.json.lock", "settings.json"]

    /// A text of so many bytes, which differs with its number in a few places.
    private func text(_ number: Int, _ size: Int) -> [UInt8] {
        var bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for place in [0, number * 4099, size / 2, size - 1] where size > 0 { bytes[place % size] = UInt8(number & 255) }
        return bytes
    }

    @Test("Version after version is exact, of any size, growing and shrinking, and nothing is left")
    func contents() throws {
        let storage = try storage()
        let sizes = [10, 3000, 70_000, 69_999, 70_001, 200_000, 65_536, 65_537, 131_072, 8, 300_000, 299_000]
        for number in 0..<100 {
            let bytes = text(number, number < 40 ? 200_000 : sizes[number % sizes.count])
            try storage.transact(Write(bytes))
            #expect(try Array(Data(contentsOf: URL(filePath: directory.file("settings.json")))) == bytes, "\(number)")
        }
        storage.rest()
        #expect(try names == plain)
    }

    @Test("Who has an old version open reads that version to its end, however many come after it")
    func readers() throws {
        let storage = try storage()
        for number in 0..<10 { try storage.transact(Write(text(number, 100_000))) }
        var readers: [(number: Int, file: Int32)] = []
        for number in 10..<30 {
            try storage.transact(Write(text(number, 100_000)))
            readers.append((number, open(directory.file("settings.json"), O_RDONLY | O_CLOEXEC)))
        }
        for number in 30..<60 { try storage.transact(Write(text(number, 100_000))) }
        for (number, file) in readers {
            #expect(
                try FileHandle(fileDescriptor: file, closeOnDealloc: true).readToEnd().map(Array.init)
                    == text(number, 100_000))
        }
    }

    @Test("A map of an old version stays what it was")
    func maps() throws {
        let storage = try storage()
        for number in 0..<10 { try storage.transact(Write(text(number, 100_000))) }
        let file = open(directory.file("settings.json"), O_RDONLY | O_CLOEXEC)
        let map = mmap(nil, 100_000, PROT_READ, MAP_SHARED, file, 0)!
        close(file)
        for number in 10..<30 { try storage.transact(Write(text(number, 100_000))) }
        #expect(Array(UnsafeRawBufferPointer(start: map, count: 100_000)) == text(9, 100_000))
        munmap(map, 100_000)
    }

    @Test("A mode that the file gets in between is kept, and never wider for an instant")
    func modes() throws {
        let storage = try storage()
        for number in 0..<10 { try storage.transact(Write(text(number, 100))) }
        chmod(directory.file("settings.json"), 0o600)
        for number in 10..<20 {
            try storage.transact(Write(text(number, 100)))
            let status = try LinuxSystemCalls().status(
                of: directory.file("settings.json"), at: .currentDirectory, following: false)
            #expect(status.permissions == 0o600)
        }
    }

    @Test("A write now and then leaves nothing beside the file, nor do many that are allowed to make new files")
    func few() throws {
        let storage = try storage()
        for number in 0..<3 { try storage.transact(Write(text(number, 100))) }
        #expect(try names == plain)
        let other = try FileStorage(path: directory.file("settings.json"))
        for number in 0..<30 { try other.transact(Write(text(number, 100))) }
        #expect(try names == plain)
    }

    @Test("What one storage keeps is gone with another's next write, and the first goes on")
    func others() throws {
        let (first, second) = (try storage(), try FileStorage(path: directory.file("settings.json")))
        try second.transact(Write(text(100, 100)))
        for number in 0..<10 { try first.transact(Write(text(number, 100))) }
        try second.transact(Write(text(101, 100)))
        #expect(try names == plain)
        for number in 0..<10 {
            try first.transact(Write(text(number, 100)))
            #expect(try Array(Data(contentsOf: URL(filePath: directory.file("settings.json")))) == text(number, 100))
        }
    }

    @Test("They go with the storage, and with a repository that is closed")
    func closing() async throws {
        do {
            let storage = try storage()
            for number in 0..<10 { try storage.transact(Write(text(number, 100))) }
        }
        #expect(try names == plain)
        struct Note: Codable, Identifiable, Sendable { var id: String }
        let repository = LocalRepository<Note>(directory: URL(filePath: directory.path), filename: "notes.json")
        for number in 0..<20 { try await repository.save(Note(id: "\(number)")) }
        await repository.close()
        try await eventually("nothing is left") {
            try names == [".notes.json.lock", ".settings.json.lock", "notes.json", "settings.json"]
        }
    }

    @Test("Another's link to an old version, or another file of its name, is left alone")
    func links() throws {
        let storage = try storage()
        for number in 0..<10 { try storage.transact(Write(text(number, 5000))) }
        let spares = TemporaryName.spares(of: "settings.json").map(\.text)
        let held = try spares.map { name in
            link(directory.file(name), directory.file("kept-\(name)"))
            return (name: "kept-\(name)", bytes: try Data(contentsOf: URL(filePath: directory.file(name))))
        }
        for number in 10..<20 { try storage.transact(Write(text(number, 5000))) }
        for (name, bytes) in held { #expect(try Data(contentsOf: URL(filePath: directory.file(name))) == bytes) }
    }
}
