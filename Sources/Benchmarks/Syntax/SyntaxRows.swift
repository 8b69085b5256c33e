import Foundation
import SettingsStore

extension BenchmarkRow {
    /// The rows of the text engine.
    static let syntax: [BenchmarkRow] = [
        index("1 KiB", 1 << 10, .none), index("1 MiB", 1 << 20, .atLeast(30)), index("10 MiB", 10 << 20, .atLeast(30)),
        editRow, differenceRow, growth, wideGrowth, memory,
    ]

    private static func index(_ name: String, _ size: Int, _ limit: Limit) -> BenchmarkRow {
        BenchmarkRow("syntax/index \(name)") {
            let bytes = SyntaxSample.bytes(size: size)
            let data = Data(bytes)
            return Trial(
                .sync("SettingsDocument") { blackHole(try SettingsDocument(bytes: bytes)) }, bytes: bytes.count,
                against: (.sync("JSONSerialization") { blackHole(try JSONSerialization.jsonObject(with: data)) }, limit)
            )
        }
    }

    /// One value changed: the edit, the check that it is what was meant, the new bytes.
    private static let editRow = BenchmarkRow("syntax/edit one value in 1 MiB") {
        let bytes = SyntaxSample.bytes(size: 1 << 20)
        let document = try SettingsDocument(bytes: bytes)
        let path: SettingsPath = ["services", 1200, "limits", "connections"]
        return Trial(
            .sync("set") {
                var copy = document
                try copy.set(-1, at: path)
                blackHole(copy)
            },
            against: (.sync("index") { blackHole(try SettingsDocument(bytes: bytes)) }, .atMost(3)))
    }

    private static let differenceRow = BenchmarkRow("syntax/difference of 1 MiB, one value, and apply") {
        let bytes = SyntaxSample.bytes(size: 1 << 20)
        let document = try SettingsDocument(bytes: bytes)
        var changed = document
        try changed.set(-1, at: ["services", 1200, "limits", "connections"])
        let other = changed
        return Trial(
            .sync("difference and apply") {
                var copy = document
                try copy.apply(SettingsDifference(from: document, to: other))
                blackHole(copy)
            },
            against: (.sync("index") { blackHole(try SettingsDocument(bytes: bytes)) }, .none))
    }

    private static let growth = BenchmarkRow.figure(
        "syntax/index, time a byte at 10 MiB over 64 KiB", unit: "×", limit: .atMost(2)
    ) {
        try timePerByte(SyntaxSample.bytes(size: 10 << 20)) / timePerByte(SyntaxSample.bytes(size: 1 << 16))
    }

    private static let wideGrowth = BenchmarkRow.figure(
        "syntax/index, time a byte at 100,000 members over 1,000", unit: "×", limit: .atMost(3)
    ) {
        try timePerByte(SyntaxSample.wideObject(members: 100_000))
            / timePerByte(SyntaxSample.wideObject(members: 1000))
    }

    private static let memory = BenchmarkRow.figure(
        "syntax/memory, index and bytes over the file", unit: "×", limit: .atMost(3)
    ) {
        let bytes = SyntaxSample.bytes(size: 10 << 20)
        return Double(try SettingsDocument(bytes: bytes).memorySize) / Double(bytes.count)
    }

    /// The least time of several, in nanoseconds a byte.
    private static func timePerByte(_ bytes: [UInt8]) throws -> Double {
        let repetitions = max((4 << 20) / bytes.count, 1)
        var best = Double.infinity
        for _ in 0..<15 {
            let clock = ContinuousClock()
            let time = try clock.measure {
                for _ in 0..<repetitions { blackHole(try SettingsDocument(bytes: bytes)) }
            }
            best = min(best, Double(time.components.attoseconds) / 1e9 / Double(repetitions * bytes.count))
        }
        return best
    }
}
