import Foundation
import SettingsStore

/// A record as an application keeps thousands of: about 160 bytes of JSON.
struct SampleRecord: Codable, Identifiable, Sendable {
    var id: String
    var title: String
    var answer: String
    var count: Int
    var score: Double
    var isOpen: Bool

    init(_ index: Int) {
        id = "record-\(index)"
        title = "The question number \(index), which is asked now and then"
        answer = "It depends on \(index % 17) things"
        count = index % 100
        score = Double(index % 40) / 4
        isOpen = index % 3 == 0
    }
}

extension BenchmarkRow {
    /// One record of ten thousand saved, against the usual way: encode all of them and write the file.
    static let records = BenchmarkRow("store/records, save one of 10,000", rounds: 21, sampleTime: .milliseconds(50)) {
        let workshop = try Workshop()
        let records = (0..<10_000).map(SampleRecord.init)
        let repository = LocalRepository<SampleRecord>(directory: URL(filePath: workshop.path), filename: "ours.json")
        try await repository.save(contentsOf: records)
        let plain = PlainRecords(records, URL(filePath: workshop.file("plain.json")))
        var turn = 0
        return Trial(
            .async("LocalRepository.save") {
                turn += 1
                var record = records[turn * 7919 % records.count]
                record.count = turn
                try await repository.save(record)
            },
            against: (
                .async("actor + JSONEncoder + Data.write(.atomic)") {
                    turn += 1
                    var record = records[turn * 7919 % records.count]
                    record.count = turn
                    try await plain.save(record)
                }, .atLeast(20)
            ),
            cleanUp: {
                await repository.close()
                try workshop.remove()
            })
    }
}

/// What is usually written by hand.
private actor PlainRecords {
    private var records: [SampleRecord]
    private let url: URL

    init(_ records: [SampleRecord], _ url: URL) {
        self.records = records
        self.url = url
    }

    func save(_ record: SampleRecord) throws {
        if let index = records.firstIndex(where: { $0.id == record.id }) {
            records[index] = record
        } else {
            records.append(record)
        }
        try JSONEncoder().encode(records).write(to: url, options: .atomic)
    }
}
