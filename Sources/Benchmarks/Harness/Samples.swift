/// The times of one contestant, in nanoseconds a run.
struct Samples {
    private var values: [Double] = []
    private var isSorted = true

    init() {}

    mutating func add(_ nanoseconds: Double) {
        values.append(nanoseconds)
        isSorted = false
    }

    /// The value that `fraction` of the samples do not exceed (nearest rank).
    mutating func percentile(_ fraction: Double) -> Double {
        if !isSorted {
            values.sort()
            isSorted = true
        }
        guard !values.isEmpty else { return .nan }
        let rank = (fraction * Double(values.count)).rounded(.up)
        return values[min(max(Int(rank) - 1, 0), values.count - 1)]
    }

    var median: Double { mutating get { percentile(0.5) } }
    var p99: Double { mutating get { percentile(0.99) } }
    var count: Int { values.count }
}
