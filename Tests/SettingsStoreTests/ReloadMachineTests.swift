import Testing

@testable import SettingsStore

/// The settle rules, with a clock that only the test moves.
@Suite struct ReloadMachineTests {
    private typealias Reaction = ReloadMachine.Reaction

    @Test("A whole text is published at once")
    func certain() {
        var machine = ReloadMachine()
        machine.signal(settled: false)
        #expect(machine.found(.good(isCertain: true), at: .zero) == Reaction(step: .publish))
    }

    @Test("A completed save is published at once, even where nothing can be certain")
    func settled() {
        var machine = ReloadMachine()
        machine.signal(settled: true)
        #expect(machine.found(.good(isCertain: false), at: .zero) == Reaction(step: .publish))
    }

    @Test("Without certainty and without the sign of a completed save, quiet is waited for")
    func quiet() {
        var machine = ReloadMachine()
        machine.signal(settled: false)
        #expect(machine.found(.good(isCertain: false), at: .zero) == Reaction(wake: .milliseconds(100)))
        // Broken by another sign of life, it begins anew.
        machine.signal(settled: false)
        #expect(
            machine.found(.good(isCertain: false), at: .milliseconds(60)) == Reaction(wake: .milliseconds(100)))
        #expect(machine.found(.good(isCertain: false), at: .milliseconds(160)) == Reaction(step: .publish))
    }

    @Test("A text that does not parse is told after a quarter of a second, once")
    func bad() {
        var machine = ReloadMachine()
        machine.signal(settled: true)
        #expect(machine.found(.bad(isCertain: true), at: .zero) == Reaction(wake: .milliseconds(250)))
        #expect(machine.found(.bad(isCertain: true), at: .milliseconds(250)) == Reaction(step: .reject))
        machine.signal(settled: true)
        #expect(machine.found(.refused, at: .milliseconds(300)) == Reaction())
    }

    @Test("A save in two steps, the first of which leaves an empty file, is not reported")
    func emptyThenWhole() {
        var machine = ReloadMachine()
        machine.signal(settled: true)
        #expect(machine.found(.bad(isCertain: true), at: .zero).wake != nil)
        machine.signal(settled: true)
        #expect(machine.found(.good(isCertain: true), at: .milliseconds(50)) == Reaction(step: .publish))
        // And nothing of the wait is left over.
        machine.signal(settled: true)
        #expect(machine.found(.bad(isCertain: true), at: .milliseconds(400)) == Reaction(wake: .milliseconds(250)))
    }

    @Test("A file that is kept open is waited for: longer where looks come without a sign of its writer's end")
    func keptOpen() {
        for (isPolled, limit) in [(false, Duration.seconds(1)), (true, .seconds(10))] {
            var machine = ReloadMachine()
            var now = Duration.zero
            while now < limit {
                #expect(machine.found(.busy, at: now, isPolled: isPolled) == Reaction(wake: .milliseconds(25)))
                now += .milliseconds(25)
            }
            #expect(machine.found(.busy, at: now, isPolled: isPolled) == Reaction(step: .insist))
        }
        // Who asks is told after a second all the same.
        var machine = ReloadMachine()
        #expect(machine.found(.busy, at: .zero, isAsked: true, isPolled: true).step == .nothing)
        #expect(machine.found(.busy, at: .seconds(1), isAsked: true, isPolled: true).step == .insist)
    }

    @Test("A file that is gone counts as missing after a quarter of a second")
    func missing() {
        var machine = ReloadMachine()
        machine.signal(settled: false)
        #expect(machine.found(.missing, at: .zero) == Reaction(wake: .milliseconds(250)))
        machine.signal(settled: false)
        #expect(machine.found(.missing, at: .milliseconds(100)) == Reaction(wake: .milliseconds(150)))
        #expect(machine.found(.missing, at: .milliseconds(250)) == Reaction(step: .reportMissing))
    }

    @Test("Who keeps writing is waited for, a second at most")
    func busy() {
        var machine = ReloadMachine()
        machine.signal(settled: false)
        for step in 0..<40 {
            #expect(
                machine.found(.busy, at: .milliseconds(25 * step)) == Reaction(wake: .milliseconds(25)), "\(step)")
        }
        #expect(machine.found(.busy, at: .seconds(1)) == Reaction(step: .insist))
    }

    @Test("The sign of a completed save is spent when somebody is found to be writing the next one")
    func settledWhileBusy() {
        var machine = ReloadMachine()
        machine.signal(settled: true)
        #expect(machine.found(.busy, at: .zero).wake != nil)
        #expect(machine.found(.good(isCertain: false), at: .milliseconds(25)) == Reaction(wake: .milliseconds(100)))
        machine.signal(settled: true)
        #expect(machine.found(.good(isCertain: false), at: .milliseconds(50)) == Reaction(step: .publish))
    }

    @Test("Who asks gets what there is, at once, if it is whole")
    func asked() {
        var machine = ReloadMachine()
        #expect(machine.found(.bad(isCertain: true), at: .zero, isAsked: true) == Reaction(step: .reject))
        #expect(machine.found(.missing, at: .zero, isAsked: true) == Reaction(step: .reportMissing))
        #expect(machine.found(.good(isCertain: true), at: .zero, isAsked: true) == Reaction(step: .publish))
    }

    @Test("Who asks for what may be half-written waits for quiet like others")
    func askedUncertain() {
        var machine = ReloadMachine()
        let asked = machine.found(.good(isCertain: false), at: .zero, isAsked: true)
        #expect(asked == Reaction(wake: .milliseconds(100)))
        #expect(
            machine.found(.good(isCertain: false), at: .milliseconds(100), isAsked: true) == Reaction(step: .publish))
        #expect(
            machine.found(.bad(isCertain: false), at: .seconds(1), isAsked: true) == Reaction(wake: .seconds(1)))
    }

    @Test("What somebody has open and does not parse is half of a save for ten seconds, and then broken")
    func leftOpen() {
        var machine = ReloadMachine()
        var now = Duration.zero
        machine.signal(settled: false)
        #expect(machine.found(.bad(isCertain: false), at: now, isInsisting: true) == Reaction(wake: .seconds(1)))
        while now < .seconds(9) {
            now += .seconds(1)
            _ = machine.found(.busy, at: now)
            #expect(machine.found(.bad(isCertain: false), at: now, isInsisting: true) == Reaction(wake: .seconds(1)))
        }
        #expect(machine.found(.bad(isCertain: false), at: .seconds(10), isInsisting: true) == Reaction(step: .reject))
        // Who asks is told what is there.
        machine.signal(settled: false)
        #expect(
            machine.found(.bad(isCertain: false), at: .seconds(20), isAsked: true, isInsisting: true).step == .reject)
    }

    @Test("Who insists takes what there is")
    func insisting() {
        for finding in [ReloadMachine.Finding.good(isCertain: false), .bad(isCertain: true), .missing] {
            var machine = ReloadMachine()
            #expect(machine.found(finding, at: .zero, isInsisting: true).wake == nil)
        }
    }

    @Test("Whatever came before, a last good state is published after at most the quiet")
    func everyInterleaving() {
        let findings: [ReloadMachine.Finding] = [
            .same, .good(isCertain: false), .bad(isCertain: true), .refused, .missing, .busy,
        ]
        func explore(_ machine: ReloadMachine, _ depth: Int, _ now: Duration) {
            var last = machine
            last.signal(settled: false)
            var reaction = last.found(.good(isCertain: false), at: now)
            if let wake = reaction.wake { reaction = last.found(.good(isCertain: false), at: now + wake) }
            #expect(reaction.step == .publish)
            guard depth > 0 else { return }
            for finding in findings {
                for settled in [nil, false, true] {
                    var next = machine
                    if let settled { next.signal(settled: settled) }
                    let reaction = next.found(finding, at: now)
                    if case .busy = finding { #expect(reaction.wake != nil || reaction.step == .insist) }
                    explore(next, depth - 1, now + (reaction.wake ?? .milliseconds(10)))
                }
            }
        }
        explore(ReloadMachine(), 3, .zero)
    }
}
