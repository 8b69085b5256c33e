extension BenchmarkRow {
    /// A body against itself: what the machine's noise alone does to a ratio.
    static let harnessItself = BenchmarkRow("harness/a hop against itself") {
        actor Empty { func nothing() {} }
        let empty = Empty()
        return Trial(
            .async("await") { await empty.nothing() },
            against: (.async("await") { await empty.nothing() }, .atMost(1.1)))
    }
}
