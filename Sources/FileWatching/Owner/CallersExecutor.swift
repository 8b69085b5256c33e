/// Runs each part of a task on the thread that hands it over: for what is short, where threads are short.
///
/// To hand anything to the cooperative pool may make a thread, and whoever does that waits until there is one to be had.
final class CallersExecutor: TaskExecutor {
    static let shared = CallersExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        // Unsafe: each job is run once, here.
        unsafe UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
