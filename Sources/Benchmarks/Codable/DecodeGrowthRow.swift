import SettingsStore

extension BenchmarkRow {
    /// How the time of one object grows with its members, as a multiple of linear: 1,000 members against 100,000.
    static let growthStruct = BenchmarkRow.figure(
        "codable/growth to 100,000 members, struct", unit: "× linear", limit: .atMost(2)
    ) {
        let (small, large) = (try document(1000), try document(100_000))
        func decode(_ document: SettingsDocument) throws {
            blackHole(try SettingsDecoder().decode(FarApart.self, from: document))
        }
        return try growth(small: { try decode(small) }, large: { try decode(large) })[0]
    }

    static let growthDictionary = BenchmarkRow.figure(
        "codable/growth to 100,000 members, dictionary", unit: "× linear", limit: .atMost(2)
    ) { try dictionaryGrowths()[0] }

    /// What filling a dictionary with the same members grows by: one of 100,000 lies in another cache than one of 1,000,
    /// whoever fills it.
    static let growthBareDictionary = BenchmarkRow.figure(
        "codable/growth to 100,000 members, bare dictionary filled", unit: "× linear", limit: .none
    ) { try dictionaryGrowths()[1] }

    static let growthOverDictionary = BenchmarkRow.figure(
        "codable/growth to 100,000 members, dictionary, over the bare one's", unit: "×", limit: .atMost(1.2)
    ) {
        let growths = try dictionaryGrowths()
        return growths[0] / growths[1]
    }

    /// Decoding a dictionary, and filling one.
    private static func dictionaryGrowths() throws -> [Double] {
        let (small, large) = (try document(1000), try document(100_000))
        let (fewKeys, manyKeys) = ((0..<1000).map { "key\($0)" }, (0..<100_000).map { "key\($0)" })
        func decode(_ document: SettingsDocument) throws {
            blackHole(try SettingsDecoder().decode([String: Int].self, from: document))
        }
        func fill(_ keys: [String]) {
            var result = [String: Int](minimumCapacity: keys.count)
            for index in keys.indices { result.updateValue(index, forKey: keys[index]) }
            blackHole(result)
        }
        return try growth(
            small: { try decode(small) }, { fill(fewKeys) }, large: { try decode(large) }, { fill(manyKeys) })
    }

    /// By how much more than a hundred times the large runs take than the small ones, turn about.
    private static func growth(
        small: (() throws -> Void)..., large: (() throws -> Void)...
    ) throws -> [Double] {
        var (smalls, larges) = (small.map { _ in Samples() }, small.map { _ in Samples() })
        let clock = ContinuousClock()
        for _ in 0..<9 {
            for index in small.indices {
                let smallTime = try clock.measure { for _ in 0..<100 { try small[index]() } }
                let largeTime = try clock.measure { try large[index]() }
                smalls[index].add(Runner.nanoseconds(smallTime))
                larges[index].add(Runner.nanoseconds(largeTime))
            }
        }
        return small.indices.map { larges[$0].median / smalls[$0].median }
    }

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
