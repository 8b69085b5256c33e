import Testing

@testable import FileWatching

/// What the elements of a stream say, whatever the order in which the signals come.
@Suite struct ChangeCounterTests {
    @Test("Every interleaving of six signals: the count of saves and the status of an element are those of its moment")
    func everyInterleaving() {
        let polling = WatchStatus.polling(.noProc)
        let signals: [FileSignal] = [
            .look(settled: true), .look(settled: false), .timer, .status(.inotify), .status(polling),
        ]
        func explore(_ past: [FileSignal], _ depth: Int) {
            let counter = ChangeCounter()
            var settled = 0
            var status: WatchStatus?
            for signal in past {
                let isFirstStatus = status == nil
                let change = counter.change(after: signal)
                switch signal {
                case .timer: #expect(change == nil)
                case .look(let isSettled):
                    settled += isSettled ? 1 : 0
                    #expect(change?.isSettled == isSettled)
                case .status(let new):
                    status = new
                    #expect((change == nil) == isFirstStatus)
                }
                if let change {
                    #expect(change.settledCount == settled)
                    #expect(change.status == status ?? .inotify)
                }
            }
            guard depth > 0 else { return }
            for signal in signals { explore(past + [signal], depth - 1) }
        }
        explore([], 6)
    }

    @Test("That nobody looks is told at once: there is no look that it could come with")
    func unwatched() {
        let counter = ChangeCounter()
        let first = counter.change(after: .status(.unwatched(.threads)))
        #expect(first == FileChange(settledCount: 0, isSettled: false, status: .unwatched(.threads)))
        #expect(counter.change(after: .status(.inotify))?.status == .inotify)
    }
}
