internal import CLinux
internal import Glibc
internal import Synchronization

extension WatchThread {
    /// Has the thread asked for until there is one, by a timer of the runtime's.
    ///
    /// Only where the runtime has begun with timers, as it does with its first task: else to set one takes a thread, and
    /// who sets it waits until that is to be had. And only with some descriptors left, for want of which the runtime ends
    /// the process. Where it is not, whoever comes by asks, and has this begin as soon as it can.
    func askEverySecond() {
        guard Self.canSleep, !isAskedFor.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task.detached(executorPreference: CallersExecutor.shared) { [self] in
            repeat {
                guard Self.canSleep else { break }
                do { try await Task.sleep(for: .seconds(1)) } catch { break }
            } while !tryToStart()
            isAskedFor.store(false, ordering: .releasing)
        }
    }

    /// A task can sleep without waiting for a thread, or ending the process.
    private static var canSleep: Bool {
        hasDescriptors(8) && (Int32(0)..<1024).contains { isPoll($0) }
    }

    private static func hasDescriptors(_ count: Int) -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<count {
            let descriptor = clinux_eventfd()
            guard descriptor >= 0 else { return false }
            opened.append(descriptor)
        }
        return true
    }

    /// What the runtime waits for its timers with; it keeps that.
    private static func isPoll(_ descriptor: Int32) -> Bool {
        var buffer = [CChar](repeating: 0, count: 32)
        // Unsafe: at most 31 bytes are written, so that a zero follows.
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard unsafe readlink("/proc/self/fd/\(descriptor)", buffer.baseAddress!, 31) > 0 else { return false }
            return unsafe String(cString: buffer.baseAddress!) == "anon_inode:[eventpoll]"
        }
    }
}
