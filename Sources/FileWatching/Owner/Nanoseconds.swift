internal import CLinux
internal import Glibc

/// Time as the owner's thread counts it.
enum Nanoseconds {
    /// Monotonic.
    static var now: Int64 { clinux_now() }

    /// Since 1970, as files are stamped.
    static var wallClock: Int64 {
        var time = timespec()
        // Unsafe: the address of a local. The coarse clock is the one that files are stamped with.
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return FileState.nanoseconds(time)
    }

    /// A duration, as long as can be counted; never negative.
    static func of(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return tooLong ? (seconds < 0 ? 0 : .max / 2) : min(max(whole &+ attoseconds / 1_000_000_000, 0), .max / 2)
    }
}
