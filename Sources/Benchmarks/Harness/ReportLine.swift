/// What is told of one comparison or one figure.
struct ReportLine: Encodable {
    var row: String
    var subject: String?
    var rival: String?
    /// Nanoseconds; nil for a figure.
    var subjectP50: Double?
    var subjectP99: Double?
    var rivalP50: Double?
    var rivalP99: Double?
    /// The ratio of the medians in the limit's direction, or the figure itself.
    var value: Double
    var tailValue: Double?
    var unit: String
    var limit: String
    var tailLimit: String?
    /// nil where nothing is asked.
    var ok: Bool?
    var megabytesPerSecond: Double?

    static func figure(
        _ row: String, _ value: Double, unit: String, limit: BenchmarkRow.FigureLimit
    ) -> ReportLine {
        var line = ReportLine(row: row, value: value, unit: unit, limit: "")
        switch limit {
        case .atMost(let most):
            line.limit = "≤ \(Format.number(most)) \(unit)"
            line.ok = value <= most
        case .atLeast(let least):
            line.limit = "≥ \(Format.number(least)) \(unit)"
            line.ok = value >= least
        case .none: break
        }
        return line
    }

    static func comparison(
        _ row: String, trial: Trial, rival: Int, subjectSamples: Samples, rivalSamples: Samples
    ) -> ReportLine {
        var (ours, theirs) = (subjectSamples, rivalSamples)
        let (contestant, limit) = trial.rivals[rival]
        let ratio = limit.ratio(subject: ours.median, rival: theirs.median)
        var line = ReportLine(row: row, value: ratio, unit: "×", limit: limit.description)
        line.subject = trial.subject.name
        line.rival = contestant.name
        (line.subjectP50, line.subjectP99) = (ours.median, ours.p99)
        (line.rivalP50, line.rivalP99) = (theirs.median, theirs.p99)
        line.ok = limit.holds(ratio)
        let tail = contestant.tailLimit
        line.tailValue = tail.ratio(subject: ours.p99, rival: theirs.p99)
        if let tailHolds = tail.holds(line.tailValue ?? .nan) {
            line.tailLimit = tail.description
            line.ok = (line.ok ?? true) && tailHolds
        }
        if let bytes = trial.bytes { line.megabytesPerSecond = Double(bytes) * 1e3 / ours.median }
        return line
    }
}

extension ReportLine: CustomStringConvertible {
    var description: String {
        var text = Format.padded(row, 44)
        text += Format.padded("\(Format.number(value)) \(unit)", 12)
        text += Format.padded(limit, 12)
        text += Format.padded(ok.map { $0 ? "ok" : "SHORT" } ?? "", 7)
        if let subject, let rival, let subjectP50, let subjectP99, let rivalP50, let rivalP99 {
            text += "\(subject) \(Format.time(subjectP50)) (p99 \(Format.time(subjectP99)))"
            text += " : \(rival) \(Format.time(rivalP50)) (p99 \(Format.time(rivalP99)))"
            if let megabytesPerSecond { text += ", \(Format.number(megabytesPerSecond)) MB/s" }
            if let tailLimit, let tailValue { text += ", p99 \(Format.number(tailValue))× \(tailLimit)" }
        }
        return text
    }
}
