/// Measures rows, off the main actor (a hop from there would cost more than most of what is measured).
enum Runner {
    @concurrent
    static func run(_ row: BenchmarkRow) async throws -> [ReportLine] {
        switch row.kind {
        case .figure(let unit, let limit, let body):
            return [.figure(row.name, try await body(), unit: unit, limit: limit)]
        case .trial(let prepare):
            let trial = try await prepare()
            let lines: [ReportLine]
            do {
                lines = try await measure(row, trial)
            } catch {
                try await trial.cleanUp()
                throw error
            }
            try await trial.cleanUp()
            return lines
        }
    }

    private static func measure(_ row: BenchmarkRow, _ trial: Trial) async throws -> [ReportLine] {
        let contestants = [trial.subject] + trial.rivals.map(\.contestant)
        var repetitions: [Int] = []
        for contestant in contestants {
            repetitions.append(try await calibrate(contestant, for: row.sampleTime))
        }
        var samples = contestants.map { _ in Samples() }
        for round in 0..<row.rounds {
            // The one who goes first rotates: nobody always runs on what another left in the caches.
            for turn in contestants.indices {
                let index = (turn + round) % contestants.count
                let time = try await time(contestants[index].body, repetitions: repetitions[index])
                samples[index].add(time)
            }
        }
        return trial.rivals.indices.map { rival in
            ReportLine.comparison(
                row.name, trial: trial, rival: rival, subjectSamples: samples[0], rivalSamples: samples[rival + 1])
        }
    }

    /// How often the body must run for a sample to take the wanted time.
    private static func calibrate(_ contestant: Contestant, for wanted: Duration) async throws -> Int {
        if case .timed = contestant.body {
            _ = try await time(contestant.body, repetitions: 1)
            return 1
        }
        var repetitions = 1
        let target = nanoseconds(wanted)
        while true {
            let total = try await time(contestant.body, repetitions: repetitions) * Double(repetitions)
            if total >= target || repetitions >= 1 << 30 { return repetitions }
            let grown = Double(repetitions) * min(max(target / max(total, 1) * 1.1, 1.5), 20)
            repetitions = Int(grown.rounded(.up))
        }
    }

    /// Nanoseconds a run, over `repetitions` runs.
    private static func time(_ body: Contestant.Body, repetitions: Int) async throws -> Double {
        let clock = ContinuousClock()
        switch body {
        case .sync(let run):
            let start = clock.now
            for _ in 0..<repetitions { try run() }
            return nanoseconds(clock.now - start) / Double(repetitions)
        case .async(let run):
            let start = clock.now
            for _ in 0..<repetitions { try await run() }
            return nanoseconds(clock.now - start) / Double(repetitions)
        case .timed(let run):
            return nanoseconds(try await run())
        }
    }

    static func nanoseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
    }
}

/// Keeps the optimiser from removing what computes `value`.
@inline(never)
func blackHole<Value>(_ value: Value) {}
