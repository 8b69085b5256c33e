import Glibc
import Synchronization
import Testing

@testable import FileWatching

/// What others do between the events and the look, and between the look and the walk, put there by doing it on the
/// watcher's own thread.
@Suite("Between an event, its look and the walk", .disabled(if: ChildProcess.role != nil))
struct LookInterleavingTests {
    enum Step: CaseIterable {
        case turnToA, turnToB, saveA, saveB, touchA, loop, mend
    }

    let directory = TemporaryDirectory()

    /// `s.json` leads through `data`, a link to a directory, as Kubernetes lays out its volumes.
    func build() {
        for name in ["A", "B"] {
            directory.makeEmpty(name)
            directory.write("\(name)0", to: "\(name)/s.json")
        }
        for name in ["data", "new", "s.json"] { directory.unlink(name) }
        directory.link("data", to: "A")
        directory.link("s.json", to: "data/s.json")
    }

    func take(_ step: Step, _ number: Int) {
        func turn(_ name: String, to target: String) {
            directory.link("new", to: target)
            directory.move("new", to: name)
        }
        switch step {
        case .turnToA: turn("data", to: "A")
        case .turnToB: turn("data", to: "B")
        case .saveA: directory.replace("A/s.json", with: "A\(number)")
        case .saveB: directory.replace("B/s.json", with: "B\(number)")
        case .touchA: close(unsafe Glibc.open(directory("A/s.json"), O_WRONLY | O_CLOEXEC))
        case .loop: turn("s.json", to: "s.json")
        case .mend: turn("s.json", to: "data/s.json")
        }
    }

    /// What is still to be done on the watcher's thread: at once, so that all of its events are read together; and at the
    /// end of the look that they lead to.
    struct Plan {
        var before: [Step] = []
        var after: [Step] = []
        var isArmed = false
        /// How often the thread has come by.
        var turns = 0
        var last: String?
    }

    @Test("Whatever happens before a look, and after it and before the walk, the last state is looked at")
    func everyInterleaving() async {
        let plan = Mutex(Plan())
        let path = directory("s.json")
        build()
        let trigger = FileWatcher.shared.watch(directory("trigger"), slowLook: nil) { signal in
            guard case .look = signal else { return }
            for (number, step) in plan.withLock({ $0.before }).enumerated() { take(step, number + 1) }
            plan.withLock { plan in
                plan.turns += 1
                plan.isArmed = !plan.before.isEmpty
                plan.before = []
            }
        }
        let watch = FileWatcher.shared.watch(path, slowLook: nil) { signal in
            guard case .look = signal else { return }
            let text = contents(path)
            let steps = plan.withLock { plan in
                defer { plan.isArmed = false }
                plan.last = text
                return plan.isArmed ? plan.after : []
            }
            for (number, step) in steps.enumerated() { take(step, number + 5) }
        }
        defer {
            trigger.cancel()
            watch.cancel()
        }
        /// Has the thread come by once more, after all that has happened.
        func comeBy() async {
            let turns = plan.withLock { $0.turns }
            directory.write("", to: "trigger")
            #expect(await eventually { plan.withLock { $0.turns > turns } })
        }
        #expect(await eventually { plan.withLock { $0.turns } == 1 && plan.withLock { $0.last } == "A0" })
        let pairs = Step.allCases.flatMap { first in [[first]] + Step.allCases.map { [first, $0] } }
        for before in pairs {
            for after in [[]] + Step.allCases.map({ [$0] }) {
                build()
                await comeBy()
                #expect(await eventually { plan.withLock { $0.last } == "A0" })
                await comeBy()
                plan.withLock { ($0.before, $0.after) = (before, after) }
                // The events of the first steps, then those of the others.
                for _ in 0..<3 { await comeBy() }
                let isSeen = await eventually { plan.withLock { $0.last } == contents(path) }
                #expect(isSeen, "\(before), then \(after)")
            }
        }
    }

    /// Waits until it is so, at most five seconds.
    private func eventually(_ condition: () -> Bool) async -> Bool {
        let end = now() + 5_000_000_000
        while !condition() {
            if now() > end { return false }
            try? await Task.sleep(for: .microseconds(200))
        }
        return true
    }
}
