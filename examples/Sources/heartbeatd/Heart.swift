/// Beats: at an interval, to a list of targets, either of which may change at any time.
actor Heart {
    private let journal: Journal
    private let sender = Sender()
    private var targets: [HeartbeatSettings.Target] = []
    private var count = 0
    private var beating: Task<Void, Never>?

    init(_ journal: Journal) { self.journal = journal }

    /// Beats at this interval from now on.
    func beat(every interval: Duration) {
        beating?.cancel()
        beating = Task {
            var next = ContinuousClock.now
            while !Task.isCancelled {
                await self.beat()
                next += interval
                do { try await Task.sleep(until: next, clock: .continuous) } catch { return }
            }
        }
    }

    func tell(_ targets: [HeartbeatSettings.Target]) { self.targets = targets }

    func stop() {
        beating?.cancel()
        beating = nil
    }

    private func beat() async {
        count += 1
        await journal.log(.debug, "beat \(count)")
        for target in targets {
            if let failure = sender.send("heartbeat \(count)\n", to: target.host, port: target.port) {
                await journal.log(.warning, "cannot tell \(target.id): \(failure)")
            }
        }
    }
}
