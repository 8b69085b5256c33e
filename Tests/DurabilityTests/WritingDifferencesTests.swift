import TestSupport
import Testing

@testable import SettingsStore
@testable import SettingsSyntax

/// What is written over an older version of a text.
struct WritingDifferencesTests {
    /// The older text with something done to it, seldom and often, that moves what is behind and that does not.
    private static func edited(_ old: [UInt8], _ numbers: inout SystemRandomNumberGenerator) -> [UInt8] {
        var new = old
        for _ in 0..<Int.random(in: 0...4, using: &numbers) {
            let place = Int.random(in: 0...new.count, using: &numbers)
            let count = Int.random(in: 0...9, using: &numbers)
            let bytes = [UInt8](repeating: .random(in: 33...126, using: &numbers), count: count)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: new.replaceSubrange(place..<min(place + bytes.count, new.count), with: bytes)
            case 1: new.insert(contentsOf: bytes, at: place)
            case 2: new.removeSubrange(place..<min(place + bytes.count, new.count))
            case 3: new.removeSubrange(place...)
            case 4: new += bytes
            default:
                // There and back again: what is in between has moved, and nothing behind it.
                new.insert(contentsOf: bytes, at: place)
                let end = min(place + bytes.count + (300 << 10), new.count)
                new.removeSubrange(max(end - bytes.count, 0)..<end)
            }
        }
        return new
    }

    @Test("An older version becomes the text, whatever differs, and wherever")
    func becomesTheText() throws {
        var numbers = SystemRandomNumberGenerator()
        let directory = TestDirectory()
        let calls = LinuxSystemCalls()
        for size in [0, 1, 4095, 4096, 70_000, 1_000_000, 2_500_000] {
            for _ in 0..<6 {
                let old = (0..<size).map { UInt8(33 + ($0 * 31 >> 3) % 90) }
                let new = Self.edited(old, &numbers)
                let path = try directory.write(String(decoding: old, as: UTF8.self))
                let file = try calls.open(path, at: .currentDirectory, .readWriteNoFollow)
                defer { calls.close(file) }
                try calls.writeDifferences(file, StoredText(new))
                let written = try Array(directory.read().utf8)
                // Not compared by the macro, which would show both.
                let isSame = written == new
                #expect(isSame, "\(size) bytes to \(new.count)")
            }
        }
    }

    @Test(
        "Of a text that has moved little is read, and no more is written for nothing than differs", arguments: 1...200)
    func runAhead(differing: Int) {
        var ahead = RunAhead()
        var (place, reads) = (0, 0)
        while place < 400 {
            place += ahead.pieces
            if place >= 400 { break }
            reads += 1
            ahead.compared(differsWholly: place < differing)
            place += 1
            if place > differing, ahead.pieces == 0 { break }
        }
        #expect(place - differing <= differing + 1)
        #expect(reads <= 6 + differing / 16 + 1)
    }

    @Test("What differs here and there is written by itself")
    func hereAndThere() {
        var ahead = RunAhead()
        for _ in 0..<100 {
            ahead.compared(differsWholly: false)
            #expect(ahead.pieces == 0)
        }
        ahead.compared(differsWholly: true)
        #expect(ahead.pieces == 1)
        ahead.compared(differsWholly: false)
        #expect(ahead.pieces == 0)
    }
}
