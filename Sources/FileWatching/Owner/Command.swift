/// What the owner's thread is asked to do.
enum Command {
    case job(UnownedJob)
    case register(Registration)
    case cancel(Int)
    /// A moment in monotonic nanoseconds.
    case wake(Int, at: Int64)
    case cancelWake(Int)
    case followWriting(Int)
    case surveyed(SurveyReport)
}
