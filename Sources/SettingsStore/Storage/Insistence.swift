/// Makes a call again that puts something right after a failure: what is at stake then is somebody's save.
///
/// - Throws: what the last of three tries threw.
func insist<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    for _ in 0..<2 {
        do throws(SystemError) {
            return try call()
        } catch {
            // The next try says whether it stays so.
        }
    }
    return try call()
}
