import Foundation
import SettingsStore
import TestSupport
import Testing

/// What becomes of a draft that turns out not to say what it should when it has been written already.
@Suite struct UnmeantDraftTests {
    /// Offers one text after the other.
    final class Offers: StorageTransaction {
        private let texts: [String]
        /// What to say of each.
        private let verdicts: [Result<Bool, TransactionError>]
        private var next = 0
        private(set) var bases: [[UInt8]?] = []
        private(set) var written: [UInt8]?
        private(set) var isVisible = false

        init(_ offers: [(String, Result<Bool, TransactionError>)]) {
            texts = offers.map(\.0)
            verdicts = offers.map(\.1)
        }

        func draft(from text: StoredText?) throws(TransactionError) -> StoredText? {
            bases.append(text?.bytes)
            defer { next += 1 }
            return StoredText(Array(texts[next].utf8))
        }

        func isMeant() throws(TransactionError) -> Bool { try verdicts[next - 1].get() }
        func willReplace() { isVisible = true }
        func didNotReplace() { isVisible = false }
        func didReplace(with text: StoredText) { written = text.bytes }
        func didKeep() {}
        func didUnlock() {}
        func didKeepAside(_ path: String) {}
    }

    /// Small and large ones go different ways to the disk.
    static let sizes = [10, 200_000]

    private func text(_ name: String, _ size: Int) -> String { name + String(repeating: " ", count: size) }

    @Test("It is given up without a trace, and the next one is written", arguments: sizes, [false, true])
    func next(size: Int, isHardLinked: Bool) throws {
        let folder = TestDirectory()
        let path = folder.file("settings.json")
        try Data("old".utf8).write(to: URL(filePath: path))
        var options = FileStorage.Options()
        if isHardLinked {
            try FileManager.default.linkItem(atPath: path, toPath: folder.file("other.json"))
            options.irreplaceable = .writeInPlace
        }
        let storage = try FileStorage(path: path, options: options)
        let offers = Offers([(text("wrong", size), .success(false)), (text("right", size), .success(true))])
        try storage.transact(offers)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text("right", size))
        #expect(offers.bases.map { $0.map { String(decoding: $0, as: UTF8.self) } } == ["old", "old"])
        #expect(offers.written == Array(text("right", size).utf8))
        let names = try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(names.subtracting(["settings.json", "other.json", ".settings.json.lock"]) == [])
    }

    @Test("Where it is refused, everything is as it was", arguments: sizes, [true, false])
    func refused(size: Int, isThere: Bool) throws {
        let folder = TestDirectory()
        let path = folder.file("settings.json")
        if isThere { try Data("old".utf8).write(to: URL(filePath: path)) }
        let offers = Offers([(text("wrong", size), .failure(.refused(SettingsError(.invalidValue, "no"))))])
        let error = #expect(throws: SettingsError.self) { try FileStorage(path: path).transact(offers) }
        #expect(error?.code == .invalidValue)
        #expect(offers.written == nil && !offers.isVisible)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names).subtracting([".settings.json.lock"]) == (isThere ? ["settings.json"] : []))
        if isThere { #expect(try String(contentsOfFile: path, encoding: .utf8) == "old") }
    }
}
