internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread that runs jobs in between events: the executor of the watcher, and of every actor that wants to be where
/// the events arrive.
///
/// The thread lives as long as the process. It is started by the first who needs it, all signals are blocked on it, and
/// while nothing happens it sleeps in the kernel. Where none can be had (a limit of the user's, or of a container's), whoever
/// comes by asks again (`retry`), and a timer of the runtime's, if it has one.
package final class WatchThread: SerialExecutor {
    private let inbox = Inbox()
    private let wakeDescriptor = Atomic<Int32>(-1)
    private let stage = Atomic(Stage.none)
    /// When a thread was last asked for and not to be had.
    private let refusedAt = Atomic<Int64>(.min / 2)
    private let thread = Atomic<UInt>(0)
    /// The process that has the thread.
    private let process = clinux_forks()
    /// Until when events are left to gather, in nanoseconds of the monotonic clock.
    private let heldUntil = Atomic<Int64>(0)

    private enum Stage: UInt8, AtomicRepresentable {
        case none, starting, running
    }

    /// How long events are left to gather at most.
    private static let holding: Int64 = 2_000_000
    /// Somebody asks every second.
    let isAskedFor = Atomic(false)

    /// How long nobody asks for a thread again after one was refused, but who has something for it.
    private static let reluctance: Int64 = 50_000_000

    package init() {}

    // MARK: SerialExecutor

    package func enqueue(_ job: consuming ExecutorJob) {
        post(.job(UnownedJob(job)))
    }

    package func checkIsolated() {
        precondition(isCurrent, "not on the watcher's thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    var isRunning: Bool { stage.load(ordering: .relaxed) == .running }

    package var isCurrent: Bool {
        thread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    // MARK: Commands

    func post(_ command: Command) {
        // In a child of that process nobody is there to take it, and waking would wake the parent.
        guard process == clinux_forks() else { return }
        start()
        // The thread does not sleep while there is something in the inbox (`hasCommands`), so it need not wake itself.
        if inbox.post(command), !isCurrent { wake() }
    }

    /// Whether something waits to be taken, also what this thread has posted itself, for which nobody wakes it.
    var hasCommands: Bool { !inbox.isEmpty }

    func takeCommands() -> [Command] { inbox.take() }

    private func wake() {
        let descriptor = wakeDescriptor.load(ordering: .acquiring)
        // Never closed, so the number cannot come to mean another file. A full counter wakes as well.
        guard descriptor >= 0 else { return }
        var one: UInt64 = 1
        // Unsafe: the address of a local, of the eight bytes that an eventfd takes.
        _ = unsafe write(descriptor, &one, 8)
    }

    /// Sleeps until a command or an event has come, or `moment` is there (`nil`: never). Whether events have come.
    func wait(_ library: Int32, until moment: Int64?) -> Bool {
        var timeout = moment.map { max($0 - Nanoseconds.now, 0) } ?? -1
        let descriptor = wakeDescriptor.load(ordering: .relaxed)
        if descriptor < 0 {
            // No descriptor was to be had when the thread was started: look around ten times a second until there is.
            openWakeDescriptor()
            timeout = timeout < 0 ? 100_000_000 : min(timeout, 100_000_000)
        }
        let ready = clinux_wait(library, descriptor, timeout)
        if ready & 2 != 0 {
            var count: UInt64 = 0
            // Unsafe: as above.
            _ = unsafe read(descriptor, &count, 8)
        }
        guard ready & 1 != 0 else { return false }
        let rest = heldUntil.load(ordering: .relaxed) - Nanoseconds.now
        if rest > 0 { _ = clinux_wait(-1, descriptor, min(rest, Self.holding)) }
        return true
    }

    /// Lets the events of the next two milliseconds come together, for one who is about to cause many, which say nothing
    /// new: to wake this thread for each takes both of them longer than all the rest.
    ///
    /// A hold that is under way is not made longer: whoever causes events without end delays those of others by no more.
    package func hold() {
        let now = Nanoseconds.now
        let before = heldUntil.load(ordering: .relaxed)
        if before <= now {
            _ = heldUntil.compareExchange(expected: before, desired: now + Self.holding, ordering: .relaxed)
        }
    }

    // MARK: The thread

    /// Sees to it that there is a thread. Whether there is: the system may have none left.
    ///
    /// What was posted without one waits for whoever asks next, and gets one.
    @discardableResult
    func start() -> Bool {
        if tryToStart() { return true }
        askEverySecond()
        return false
    }

    func tryToStart() -> Bool {
        while true {
            let (isMine, found) = stage.compareExchange(
                expected: .none, desired: .starting, ordering: .acquiringAndReleasing)
            if isMine { break }
            if found == .running { return true }
            // Whether there will be one is known in a moment.
            sched_yield()
        }
        if wakeDescriptor.load(ordering: .relaxed) < 0 { openWakeDescriptor() }
        let began = WorkerThread.start(name: "file-watching") { [self] in
            thread.store(UInt(pthread_self()), ordering: .relaxed)
            InotifyOwner.shared.assumeIsolated { $0.run() }
        }
        if !began { refusedAt.store(Nanoseconds.now, ordering: .relaxed) }
        stage.store(began ? .running : .none, ordering: .releasing)
        return began
    }

    /// Asks for the thread again where there is none. Costs next to nothing, for those who come by often.
    func retry() {
        guard !isRunning, process == clinux_forks(),
            Nanoseconds.now - refusedAt.load(ordering: .relaxed) >= Self.reluctance
        else { return }
        start()
    }

    private func openWakeDescriptor() {
        wakeDescriptor.store(clinux_eventfd(), ordering: .releasing)
    }
}
