/// One line of the report: a subject and its rivals, or a figure and its limit.
///
/// Rows live in files of their own (`Sources/Benchmarks/<Topic>/…Row.swift`) and are named in `allRows`:
/// ```swift
/// extension BenchmarkRow {
///     static let index = BenchmarkRow("syntax/index 1 MiB") {
///         let bytes = SettingsSample.bytes(size: 1 << 20)          // prepared only if the row is asked for
///         return Trial(
///             .sync("SettingsDocument") { blackHole(try SettingsDocument(bytes: bytes)) }, bytes: bytes.count,
///             against: (.sync("JSONSerialization") { … }, .atLeast(30)))
///     }
/// }
/// ```
struct BenchmarkRow: Sendable {
    enum Kind: Sendable {
        /// Measured turn about; the ratio of the medians stands beside the limit.
        case trial(@Sendable () async throws -> Trial)
        /// One number that the row finds by itself: bytes, a growth factor, context switches.
        case figure(unit: String, limit: FigureLimit, @Sendable () async throws -> Double)
    }

    /// What a figure must keep to.
    enum FigureLimit: Sendable {
        case atMost(Double), atLeast(Double), none
    }

    /// `topic/what it measures`; `--filter` looks for its text in it.
    var name: String
    /// Turns of each contestant.
    var rounds: Int
    /// The least time of one sample; a body that takes less is repeated within it.
    var sampleTime: Duration
    var kind: Kind

    init(
        _ name: String, rounds: Int = 21, sampleTime: Duration = .milliseconds(10),
        prepare: @escaping @Sendable () async throws -> Trial
    ) {
        self.name = name
        self.rounds = rounds
        self.sampleTime = sampleTime
        self.kind = .trial(prepare)
    }

    private init(_ name: String, _ kind: Kind) {
        self.name = name
        self.rounds = 1
        self.sampleTime = .zero
        self.kind = kind
    }

    /// A row of one number.
    static func figure(
        _ name: String, unit: String, limit: FigureLimit = .none, _ body: @escaping @Sendable () async throws -> Double
    ) -> BenchmarkRow {
        BenchmarkRow(name, .figure(unit: unit, limit: limit, body))
    }
}
