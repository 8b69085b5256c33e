import SettingsStore

extension BenchmarkRow {
    /// How the time of one object grows with its members, as a multiple of linear: 1,000 members against 100,000.
    static func growth(
        _ label: String, _ decode: @escaping @Sendable (SettingsDocument) throws -> Void
    ) -> BenchmarkRow {
        .figure("codable/growth to 100,000 members, \(label)", unit: "× linear", limit: .atMost(2)) {
            let small = try document(1000)
            let large = try document(100_000)
            var (smalls, larges) = (Samples(), Samples())
            let clock = ContinuousClock()
            for _ in 0..<9 {
                let smallTime = try clock.measure { for _ in 0..<100 { try decode(small) } }
                let largeTime = try clock.measure { try decode(large) }
                smalls.add(Runner.nanoseconds(smallTime))
                larges.add(Runner.nanoseconds(largeTime))
            }
            return larges.median / smalls.median
        }
    }

    static let growthDictionary = growth("dictionary") {
        blackHole(try SettingsDecoder().decode([String: Int].self, from: $0))
    }

    static let growthStruct = growth("struct") { blackHole(try SettingsDecoder().decode(FarApart.self, from: $0)) }

    private static func document(_ members: Int) throws -> SettingsDocument {
        let text = (0..<members).map { "\"key\($0)\": \($0)" }.joined(separator: ",\n  ")
        return try SettingsDocument("{\n  \(text)\n}")
    }

    /// Reads every member of a large object, in another order than they stand in.
    private struct FarApart: Decodable {
        var sum = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            var index = 0
            let count = container.allKeys.count
            for _ in 0..<count {
                index = (index + 7919) % count
                sum += try container.decode(Int.self, forKey: Key(stringValue: "key\(index)"))
            }
        }

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }
}
