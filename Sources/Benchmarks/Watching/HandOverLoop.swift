import Foundation
import Glibc

/// The bare loop as a service has it: one thread waits for events and reads the file, another one gets what it read.
final class HandOverLoop: @unchecked Sendable {
    // Unchecked: `latest` and `isOver` are touched with the mutex held; the loop is the thread's alone.
    private let loop: BareLoop
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var latest: [UInt8]?
    private var isOver = false

    init(directory: String, name: String) {
        loop = BareLoop(directory: directory, name: name)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrival, nil)
        // It keeps itself alive until `end`.
        Thread { self.run() }.start()
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(arrival)
        mutex.deallocate()
        arrival.deallocate()
    }

    private func run() {
        while true {
            let bytes = loop.next()
            pthread_mutex_lock(mutex)
            latest = bytes
            let isOver = isOver
            pthread_cond_signal(arrival)
            pthread_mutex_unlock(mutex)
            if isOver { return }
        }
    }

    /// Waits for what the other thread has read.
    func next() -> [UInt8] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let bytes = latest {
                latest = nil
                return bytes
            }
            pthread_cond_wait(arrival, mutex)
        }
    }

    /// The thread ends with the next event.
    func end() {
        pthread_mutex_lock(mutex)
        isOver = true
        pthread_mutex_unlock(mutex)
    }
}
