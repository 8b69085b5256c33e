import CLinux

/// Closes descriptors whose last close is slow: that of a file without a name frees its blocks, which on ext4 takes as
/// long as a quarter of a small commit.
///
/// One thread for the whole process. It is woken by the first of several closes; those of the next few milliseconds it
/// finds by itself, since to wake it each time would cost whoever is in a hurry much of what it saves him.
///
/// Sendable without being checked: everything that changes is touched with `monitor` held.
@safe
final class DescriptorCloser: @unchecked Sendable {
    static let shared = DescriptorCloser()

    private enum State { case noThread, sleeping, busy }

    private let monitor = Monitor()
    private var descriptors: [Descriptor] = []
    private var state = State.noThread
    /// Whose thread it is: a child made by `fork` has none of it, but a copy of what was to be closed.
    private var process = clinux_forks()

    /// How long the thread looks for more by itself.
    private static let interval: Int64 = 4_000_000
    /// How long it waits to be woken before it ends.
    private static let patience: Duration = .seconds(2)

    private init() {}

    func close(_ descriptor: Descriptor) {
        let before = monitor.withLock {
            descriptors.append(descriptor)
            let isInherited = process != clinux_forks()
            process = clinux_forks()
            defer { state = .busy }
            return isInherited ? .noThread : state
        }
        switch before {
        case .noThread: Thread.start { self.work() }
        case .sleeping: monitor.signal()
        case .busy: break
        }
    }

    private func work() {
        let calls = LinuxSystemCalls()
        while let batch = next() {
            for descriptor in batch { calls.close(descriptor) }
            calls.pause(nanoseconds: Self.interval)
        }
    }

    /// What is to be closed; nil when nothing came for `patience`, and the thread is to end.
    private func next() -> [Descriptor]? {
        monitor.withLock {
            if descriptors.isEmpty {
                state = .sleeping
                monitor.wait(atMost: Self.patience) { !descriptors.isEmpty }
            }
            if descriptors.isEmpty {
                state = .noThread
                return nil
            }
            state = .busy
            defer { descriptors = [] }
            return descriptors
        }
    }
}
