import Testing

@testable import SettingsSyntax

@Suite("Keys that somebody chose to slow the reader down")
struct HostileKeysTests {
    private static let count = 50_000

    private func text(_ keys: [String]) -> String {
        "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    }

    /// The time of reading and decoding.
    private func time(_ text: String) throws -> Duration {
        try ContinuousClock().measure {
            let decoded = try SettingsDecoder().decode([String: Int].self, from: SettingsDocument(text))
            #expect(decoded.count == Self.count)
        }
    }

    @Test("Fifty thousand keys of one plain hash take about the time of any others")
    func colliding() throws {
        let keys = CollidingKeys.make(Self.count)
        #expect(Set(keys).count == Self.count)
        #expect(Set(keys.map(CollidingKeys.plainHash)) == [0])
        let ordinary = text((0..<Self.count).map { "key-\($0 + 100_000_000_000)" })
        let hostile = text(keys)
        // The least of several, so that what else the machine does hardly counts. With the square it is a thousand times.
        var (least, leastHostile) = (Duration.seconds(3600), Duration.seconds(3600))
        for _ in 0..<2 {
            least = min(least, try time(ordinary))
            leastHostile = min(leastHostile, try time(hostile))
        }
        #expect(leastHostile < least * 10)
    }

    private func hash(_ key: String, seed: UInt64) -> UInt32 {
        var key = key
        return key.withUTF8 { KeyHash.of($0, seed: seed) }
    }

    @Test("Keys that fall on one place in one process are scattered in another")
    func seeds() {
        let seeds: [UInt64] = [1, 2, 0x8000_0000_0000_0001, .max]
        let slots: UInt32 = 1024
        var found: [String] = []
        var number = 0
        while found.count < 64 {
            let key = "key\(number)"
            if hash(key, seed: seeds[0]) % slots == 0 { found.append(key) }
            number += 1
        }
        for seed in seeds.dropFirst() {
            #expect(Set(found.map { hash($0, seed: seed) % slots }).count > 40)
        }
    }

    @Test("Keys that differ in few bits fall on places of their own, whatever the seed")
    func fewBits() {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        for seed in [1, 0x5555_5555_5555_5555, UInt64.max] {
            for position in 0..<16 {
                let hashes = letters.map { letter in
                    var key = Array("aaaaaaaaaaaaaaaa")
                    key[position] = letter
                    return hash(String(key), seed: seed) % 65536
                }
                #expect(Set(hashes).count > letters.count * 9 / 10)
            }
        }
    }

    struct Settings: Codable { var port = 1 }

    @Test("Of many unknown keys, or keys that stand twice, a hundred are told")
    func manyUnknown() throws {
        let unknown = try SettingsDocument(text((0..<5000).map { "por\($0)" } + ["port"]))
        #expect(SettingsDecoder().unknownKeys(Settings.self, in: [unknown]).count == 100)
        let keys = (0..<5000).map { "k\($0)" }
        let twice = try SettingsDocument(text(keys + keys), duplicateKeys: .lastCounts)
        #expect(twice.duplicates.count == 100)
        #expect(twice.duplicates.first?.key?.description == "k0")
    }
}
