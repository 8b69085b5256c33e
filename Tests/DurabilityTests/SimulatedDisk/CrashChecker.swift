import Testing

@testable import SettingsStore

/// Looks at every state that a crash can leave, lets the next write come, and says what was lost.
final class CrashChecker {
    private typealias File = CrashScenario

    let scenario: CrashScenario
    /// How many crashes may follow one another: one in the recovery from the last.
    private let depth: Int
    private var seen: Set<CrashScenario.Found> = []
    private(set) var faults: Set<String> = []
    /// How many different states were looked at.
    private(set) var states = 0

    init(_ scenario: CrashScenario, depth: Int) {
        self.scenario = scenario
        self.depth = depth
    }

    /// The texts that the file may have: from before the update, after it, the other program's, and both together.
    private struct Expectation {
        var texts: Set<String?>
        /// What it has in the end, with nobody in between.
        var final: String?
        /// What it must have once the update was acknowledged.
        var acknowledged: Set<String?>
        var old: String?
    }

    /// Runs the scenario with each kind of crash at each call.
    func check(_ crashes: [CrashScenario.Crash] = [.power, .kill]) throws {
        let old = scenario.start.text(File.file)
        for crash in crashes {
            let course = try scenario.run(crash)
            var texts: Set<String?> = [old, Self.adding(scenario.update, to: old)]
            if scenario.foreign != nil {
                texts.formUnion([File.foreignText, Self.adding(scenario.update, to: File.foreignText)])
            }
            let final = course.final.text(File.file)
            if !texts.contains(final) || final == old {
                fault("without a crash", course.final, "\(final ?? "nothing")")
            }
            var acknowledged: Set<String?> = [final]
            // The other program saved last, and did not make that durable.
            if scenario.foreign == .renaming(flushingDirectory: false), final == File.foreignText {
                acknowledged.insert(Self.adding(scenario.update, to: old))
            }
            let expectation = Expectation(texts: texts, final: final, acknowledged: acknowledged, old: old)
            for found in course.found { try look(at: found, expectation, crash, left: depth) }
        }
    }

    private func look(
        at found: CrashScenario.Found, _ expectation: Expectation, _ crash: CrashScenario.Crash, left: Int
    ) throws {
        guard seen.insert(found).inserted else { return }
        states += 1
        let contents = found.contents
        let text = contents.text(File.file)
        let backup = contents.text(".settings.json.settings-backup")
        let isSaved = scenario.options.irreplaceable == .writeInPlace && backup == expectation.old
        if found.isAcknowledged {
            if !expectation.acknowledged.contains(text) { fault("acknowledged and gone", contents, text) }
        } else if !expectation.texts.contains(text) && !isSaved {
            fault("neither old nor new", contents, text)
        }
        let held = Self.foreignSaves(contents)
        if found.hasForeign && held.isEmpty { fault("somebody's save is gone", contents, text) }

        // The next write, by a new process.
        var next = scenario
        next.start = contents
        next.start.clock = 2_000_000_000_000_000
        next.foreign = nil
        next.isInRow = false
        next.ignoredFlushes = []
        next.update = ("c", 3)
        let course: CrashScenario.Course
        do {
            course = try next.run(left > 0 ? crash : nil)
        } catch {
            return fault("the next write fails: \(error)", contents, text)
        }
        look(after: course, found, held, expectation)
        guard left > 0 else { return }
        var later = expectation
        later.texts.formUnion(expectation.texts.map { Self.adding(next.update, to: $0) })
        if isSaved { later.texts.formUnion([text, Self.adding(next.update, to: text)]) }
        for again in course.found {
            var again = again
            // Whether the second update is there is not what this is about.
            again.hasForeign = found.hasForeign
            if again.isAcknowledged { continue }
            again.isAcknowledged = found.isAcknowledged
            var expected = later
            if found.isAcknowledged {
                expected.texts = expectation.acknowledged
                expected.texts.formUnion(expectation.acknowledged.map { Self.adding(next.update, to: $0) })
                again.isAcknowledged = false
            }
            try look(at: again, expected, crash, left: left - 1)
        }
    }

    private func look(
        after course: CrashScenario.Course, _ found: CrashScenario.Found, _ held: [String], _ expectation: Expectation
    ) {
        let contents = course.final
        let text = contents.text(File.file)
        guard let values = text.flatMap({ KeyTransaction.values(Array($0.utf8)) }) else {
            return fault("the next write leaves something unreadable", found.contents, text)
        }
        if values["c"] != 3 || (values["n"] == nil && expectation.old != nil) {
            fault("the next write lost something", found.contents, text)
        }
        if found.isAcknowledged, expectation.final?.contains("\"a\"") ?? false, values["a"] == nil {
            fault("the next write lost what was acknowledged", found.contents, text)
        }
        let kept = contents.names.filter { $0.hasPrefix("settings.json.recovered-") }
        let isReported = kept.allSatisfy {
            course.keptAside.contains(SimulatedDisk.directory + "/" + $0) || found.contents.names.contains($0)
        }
        if !isReported { fault("kept aside and not told", found.contents, kept.joined()) }
        if !held.isEmpty, values["b"] != 7,
            !kept.contains(where: { contents.text($0) == File.foreignText })
        {
            fault("the next write lost somebody's save", found.contents, text)
        }
        // A disk that makes a file durable before a name that it got earlier: whose bytes a spare holds then, nobody knows.
        let hadSpare = found.contents.names.contains { TemporaryName($0, of: File.file)?.isSpare ?? false }
        if scenario.foreign == nil, scenario.options.irreplaceable == .refuse, !hadSpare,
            !kept.allSatisfy(found.contents.names.contains)
        {
            fault("kept aside though nobody saved", found.contents, kept.joined())
        }
        let leftovers = Set(contents.names).subtracting(kept).subtracting([File.file, File.lock, "other"])
        if !leftovers.isEmpty { fault("left over", found.contents, leftovers.joined(separator: " ")) }
    }

    /// The names that have the other program's save: as it was saved, or in the file with the update added.
    ///
    /// Not a draft's: who writes in place to a file whose name is not durable yet may find it gone.
    private static func foreignSaves(_ contents: DiskContents) -> [String] {
        contents.names.filter { name in
            if let temporary = TemporaryName(name, of: File.file), temporary.marks == nil || temporary.isSpare {
                return false
            }
            let text = contents.text(name)
            return text == File.foreignText || (name == File.file && text?.contains("\"b\":7") ?? false)
        }
    }

    private static func adding(_ update: (key: String, value: Int), to text: String?) -> String? {
        guard var values = text.map({ KeyTransaction.values(Array($0.utf8)) }) ?? [:] else { return text }
        values[update.key] = update.value
        return KeyTransaction.text(values)
    }

    private func fault(_ what: String, _ contents: DiskContents, _ detail: String?) {
        let listing = contents.names.map { "\($0) = \((contents.text($0) ?? "").filter { $0 != "\n" })" }.joined(
            separator: "\n    ")
        faults.insert("\(what): \(detail ?? "nothing"); the disk was\n    \(listing)")
    }
}
